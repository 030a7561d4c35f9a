// log of float and double, branch-free, so that a loop over it vectorises and a value never depends on its
// place in the loop; and the splitting of a number into mantissa and exponent that pow shares.
//
// Note [log]
//   x = m 2^n,  sqrt(1/2) <= m < sqrt(2),  f = m - 1,  s = f / (2 + f)
//   log m = log((1 + s) / (1 - s)) = 2 s + s R,  R = z L(z),  z = s^2,  L minimax for the relative error
//   (Remez)
//         = f - (f^2/2 - s (f^2/2 + R)),  in which nothing but f is large
// Relative error of the polynomial: 2^-37 (float), 2^-59 (double). Exact: log(1) = 0, log(0) = -inf,
// log(inf) = inf, NaN below 0, NaN stays NaN.
#pragma once

#include "tt/kernels/functors/math_exp.h"

namespace tt::kernels::math {

template <class T>
struct Split {
  T mantissa;  // in [sqrt(1/2), sqrt(2))
  T exponent;
};

// x is positive and finite. The exponent goes through the fraction of 2^23 (2^52), since converting integers
// of 64 bits is not an instruction everywhere.
TT_HD Split<float> split(float x) {
  bool is_denormal = x < 0x1p-126f;
  uint32_t word = bits::cast<uint32_t>(is_denormal ? x * 0x1p23f : x);
  uint32_t biased = word - 0x3f3504f3u + (127u << 23);  // less the bits of sqrt(1/2): the exponent of m is 0
  float exponent = bits::cast<float>((biased >> 23) | 0x4b000000u) - (0x1p23f + 127.0f);
  uint32_t mantissa = word - (biased & 0xff800000u) + (127u << 23);
  return {bits::cast<float>(mantissa), is_denormal ? exponent - 23.0f : exponent};
}
TT_HD Split<double> split_normal(double x) {
  uint64_t word = bits::cast<uint64_t>(x);
  uint64_t biased = word - 0x3fe6a09e667f3bcdu + (uint64_t{1023} << 52);
  double exponent = bits::cast<double>((biased >> 52) | 0x4330000000000000u) - (0x1p52 + 1023.0);
  uint64_t mantissa = word - (biased & 0xfff0000000000000u) + (uint64_t{1023} << 52);
  return {bits::cast<double>(mantissa), exponent};
}
TT_HD Split<double> split(double x) {
  bool is_denormal = x < 0x1p-1022;
  auto [mantissa, exponent] = split_normal(is_denormal ? x * 0x1p52 : x);
  return {mantissa, is_denormal ? exponent - 52.0 : exponent};
}

// What is true of log at 0, below it, at infinity and of NaN.
template <class T>
TT_HD T log_beyond(T x, T log) {
  log = x < T(__builtin_inf()) ? log : x;  // infinity and NaN are their own
  log = x == 0 ? -T(__builtin_inf()) : log;
  return x < 0 ? T(__builtin_nan("")) : log;
}

TT_HD float log(float x) {
  auto [m, n] = split(x);
  float f = m - 1.0f, s = f / (2.0f + f), z = s * s, half = 0.5f * f * f;
  float rest = z * polynomial(z, 0.23596291409f, 0.28536605209f, 0.40000345535f, 0.66666665603f);
  float small = multiply_add(n, 0x1.7f7d1cp-20f, s * (half + rest));
  return log_beyond(x, multiply_add(n, 0x1.62e4p-1f, f - (half - small)));
}

TT_HD double log(double x) {
  auto [m, n] = split(x);
  double f = m - 1.0, s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
  double rest = z * polynomial(z, 0.14811500502724407277, 0.15312574053953292563, 0.18183618815340527478,
                               0.2222219759090564732, 0.28571428751265177575, 0.39999999999378170252,
                               0.66666666666667393452);
  double small = multiply_add(n, 0x1.3de6af278ece6p-42, s * (half + rest));
  return log_beyond(x, multiply_add(n, 0x1.62e42fefa3p-1, f - (half - small)));
}

}  // namespace tt::kernels::math
