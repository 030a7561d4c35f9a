// Two normal numbers from two uniform ones (Box and Muller, 1958), branch-free in float so that a loop over
// it vectorises.
//
// Note [Box-Muller]
//   r = sqrt(-2 log u),  u in (0, 1];   r cos(2 pi v),  r sin(2 pi v),  v in [0, 1)
// In float: log u by u = 2^e (1 + f), sqrt(1/2) <= 1 + f < sqrt 2, and a polynomial of f; cos and sin by the
// nearest quarter turn and polynomials on [-pi/4, pi/4]. Polynomials interpolate in Chebyshev's points;
// absolute error of a result at most 1e-6.
#pragma once

#include "tt/core/base/number_types.h"
#include "tt/kernels/functors/math_exp.h"

namespace tt::kernels {

template <class T>
struct NormalPair {
  T first, second;
};

// Of u in (0, 1], at least 2^-33.
TT_HD float log_of_uniform(float u) {
  uint32_t word = bits::cast<uint32_t>(u);
  uint32_t above = word - 0x3f3504f3u;  // sqrt(1/2)
  int32_t exponent = static_cast<int32_t>(above) >> 23;
  float f = bits::cast<float>((above & 0x7fffffu) + 0x3f3504f3u) - 1.0f;
  float q = math::polynomial(f, -0.08101559f, 0.12712307f, -0.12972239f, 0.14202175f, -0.16642247f,
                             0.20001468f, -0.25000298f, 0.33333328f);
  float log1p = f - f * f * (0.5f - f * q);
  return static_cast<float>(exponent) * 0.69314718f + log1p;
}

TT_HD NormalPair<float> box_muller(uint32_t a, uint32_t b) {
  // Through int32: there is an instruction for it.
  float u = static_cast<float>(static_cast<int32_t>(a >> 8)) * 0x1p-24f +
            static_cast<float>(static_cast<int32_t>((a & 0xffu) + 1)) * 0x1p-32f;
  float r = __builtin_sqrtf(-2.0f * log_of_uniform(u));
  int32_t quarters = static_cast<int32_t>((b >> 30) + (b >> 29 & 1));  // 0 to 4, to the nearest
  float x = static_cast<float>(static_cast<int32_t>(b - (static_cast<uint32_t>(quarters) << 30)) >> 6) *
            0x1.921fb6p-24f;
  float z = x * x;
  float sine = x + x * z * math::polynomial(z, -0.0001958754f, 0.008332745f, -0.16666664f);
  float cosine = 1.0f - z * (0.5f - z * math::polynomial(z, 2.454389e-05f, -0.0013888271f, 0.041666664f));
  // Selection and signs by bits: g++ does not vectorise conditions here.
  uint32_t turned = 0u - static_cast<uint32_t>(quarters & 1);
  uint32_t sine_bits = bits::cast<uint32_t>(sine), cosine_bits = bits::cast<uint32_t>(cosine);
  uint32_t differs = (sine_bits ^ cosine_bits) & turned;
  uint32_t across = cosine_bits ^ differs ^ static_cast<uint32_t>((quarters + 1) & 2) << 30;
  uint32_t along = sine_bits ^ differs ^ static_cast<uint32_t>(quarters & 2) << 30;
  return {r * bits::cast<float>(across), r * bits::cast<float>(along)};
}

// Of 53 bits each.
TT_HD NormalPair<double> box_muller(uint64_t a, uint64_t b) {
  double u = static_cast<double>((a >> 11) + 1) * 0x1p-53,
         angle = static_cast<double>(b >> 11) * 0x1.921fb54442d18p-51;
  double r = __builtin_sqrt(-2.0 * __builtin_log(u));
  return {r * __builtin_cos(angle), r * __builtin_sin(angle)};
}

}  // namespace tt::kernels
