// tanh and the logistic function of float and double, branch-free like exp.
//
// Note [tanh]
//   |x| < 0.625: tanh x = x + x u T(u),  u = x^2,  T minimax (Remez): 2^-28 (float), 2^-61 (double)
//   beyond:      tanh x = 1 - 2 / (exp(2 x) + 1),  where an error of exp counts less than a quarter
// The logistic function of double is 1 / (1 + e) or e / (1 + e) with e = exp(-|x|) <= 1, so that nothing overflows.
// In float the roundings of r = 1 / (1 + E), E = exp(-x) = 2^n (1 + t), add up to 2.4 ULP, so it is corrected once:
//   r + r (1 - r - r 2^n - r 2^n t),  with all but r in units of 2^-32: E has no overflow where r is denormal
#pragma once

#include "tt/kernels/functors/math_exp.h"

namespace tt::kernels::math {

TT_HD float absolute(float x) { return __builtin_fabsf(x); }
TT_HD double absolute(double x) { return __builtin_fabs(x); }
TT_HD float with_sign(float magnitude, float sign) { return __builtin_copysignf(magnitude, sign); }
TT_HD double with_sign(double magnitude, double sign) { return __builtin_copysign(magnitude, sign); }

// Towards 0. The instruction does not vectorise where traps are respected; the sum rounds to whole numbers.
template <class T>
TT_HD T truncated(T x) {
  constexpr T kWhole = sizeof(T) == 4 ? T(0x1p23) : T(0x1p52);
  T a = absolute(x), rounded = (a + kWhole) - kWhole;
  return with_sign(a < kWhole ? rounded - (rounded > a ? T(1) : T(0)) : a, x);
}

TT_HD float tanh_small(float u) {
  return polynomial(u, -0.0057170655549f, 0.020650607605f, -0.053743505112f, 0.13331491385f, -0.3333328393f);
}
TT_HD double tanh_small(double u) {
  return polynomial(u, 6.0555791572413563536e-6, -0.000030217816519469100879, 0.000091589623034640143161,
                    -0.00023702999963723580233, 0.00058945857018768133088, -0.0014557276020590878177,
                    0.0035921142685231846171, -0.0088632343411581914341, 0.021869488470626501995,
                    -0.053968253966133101097, 0.13333333333329886256, -0.33333333333333313775);
}

template <class T>
TT_HD T tanh(T x) {
  T a = absolute(x), u = a * a;
  T small = multiply_add(a * u, tanh_small(u), a);
  T large = T(1) - T(2) / (exp(a + a) + T(1));
  return with_sign(a < T(0.625) ? small : large, x);
}

TT_HD double sigmoid(double x) {
  double e = exp(-absolute(x));
  return (x < 0 ? e : 1.0) / (1.0 + e);
}

#if defined(__FMA__)
TT_HD float sigmoid(float x) {
  constexpr float kScale = 0x1p-32f, kRound = 0x1.8p23f + 127.0f - 32.0f;
  x = x > 45.0f ? 45.0f : x;
  x = x < -105.0f ? -105.0f : x;
  float shifted = multiply_add(x, -0x1.715476p+0f, kRound), n = shifted - kRound;
  float t = expm1_near_zero(multiply_add(n, -0x1.7f7d1cp-20f, multiply_add(n, -0x1.62e4p-1f, -x)));
  float power = bits::cast<float>(bits::cast<uint32_t>(shifted) << 23);
  float quotient = kScale / (kScale + multiply_add(t, power, power));
  float part = quotient * power, left = multiply_add(-quotient, kScale, kScale) - part;
  return multiply_add(quotient * (1.0f / kScale), multiply_add(-t, part, left), quotient);
}
#else
TT_HD float sigmoid(float x) { return static_cast<float>(sigmoid(static_cast<double>(x))); }
#endif

}  // namespace tt::kernels::math
