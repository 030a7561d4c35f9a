// Rows of half and bfloat16 as float and back. Part of units compiled per ISA.
#pragma once

#ifdef __F16C__
#include <immintrin.h>
#endif

#include "tt/core/base/dtype.h"

namespace tt::kernels::TT_ISA {

inline void widen(const BFloat16* from, float* to, int64_t count) {
#pragma omp simd
  for (int64_t i = 0; i < count; ++i) to[i] = to_float(from[i]);
}

inline void narrow(const float* from, BFloat16* to, int64_t count) {
#pragma omp simd
  for (int64_t i = 0; i < count; ++i) to[i] = to_bfloat16(from[i]);
}

// The machine's instructions, where there are some, give the same bits as the portable functions, except for
// the payload of a NaN.
inline void widen(const Half* from, float* to, int64_t count) {
  int64_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= count; i += 8) {
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
  }
#endif
#pragma omp simd
  for (int64_t k = i; k < count; ++k) to[k] = to_float(from[k]);
}

inline void narrow(const float* from, Half* to, int64_t count) {
  int64_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= count; i += 8) {
    __m128i half = _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), half);
  }
#endif
#pragma omp simd
  for (int64_t k = i; k < count; ++k) to[k] = to_half(from[k]);
}

}  // namespace tt::kernels::TT_ISA
