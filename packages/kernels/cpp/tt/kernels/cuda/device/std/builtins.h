// For NVRTC, before anything else: the compiler functions of g++ that functors call, as CUDA's.
#pragma once

#define __builtin_memcpy(to, from, bytes) ::memcpy(to, from, bytes)
#define __builtin_fmaf(a, b, c) ::fmaf(a, b, c)
#define __builtin_fma(a, b, c) ::fma(a, b, c)
#define __builtin_sqrtf(x) ::sqrtf(x)
#define __builtin_sqrt(x) ::sqrt(static_cast<double>(x))
#define __builtin_fabsf(x) ::fabsf(x)
#define __builtin_fabs(x) ::fabs(static_cast<double>(x))
#define __builtin_copysignf(x, y) ::copysignf(x, y)
#define __builtin_copysign(x, y) ::copysign(static_cast<double>(x), static_cast<double>(y))
#define __builtin_floor(x) ::floor(x)
#define __builtin_fmodf(x, y) ::fmodf(x, y)
#define __builtin_fmod(x, y) ::fmod(static_cast<double>(x), static_cast<double>(y))
#define __builtin_pow(x, y) ::pow(static_cast<double>(x), static_cast<double>(y))
#define __builtin_hypot(x, y) ::hypot(static_cast<double>(x), static_cast<double>(y))
#define __builtin_logf(x) ::logf(x)
#define __builtin_log(x) ::log(static_cast<double>(x))
#define __builtin_log1p(x) ::log1p(static_cast<double>(x))
#define __builtin_sinf(x) ::sinf(x)
#define __builtin_sin(x) ::sin(static_cast<double>(x))
#define __builtin_cosf(x) ::cosf(x)
#define __builtin_cos(x) ::cos(static_cast<double>(x))
#define __builtin_tan(x) ::tan(static_cast<double>(x))
#define __builtin_sinh(x) ::sinh(static_cast<double>(x))
#define __builtin_atan2(x, y) ::atan2(static_cast<double>(x), static_cast<double>(y))
// One instruction, on every device.
#define __FMA__ 1
