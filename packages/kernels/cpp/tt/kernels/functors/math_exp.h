// exp of float, double and complex, branch-free for real types, so that a loop over it vectorises and a
// value never depends on its place in the loop.
//
// Note [exp]
//   n = round(x / ln 2),  r = x - n ln 2 in two steps (Cody and Waite), |r| <= ln 2 / 2
//   exp(r) = 1 + r + r^2 q(r),  q the minimax polynomial for the relative error of exp (Remez)
//   exp(x) = exp(r) 2^a 2^b,  a + b = n: two steps reach denormals and infinity with one rounding
// Relative error of the polynomial: 2^-28 (float), 2^-58 (double). Measured: at most 1.00 ULP over a fifth of
// all floats, 1.03 over 2 * 10^7 doubles. Exact: exp(0) = 1, exp(-inf) = 0, exp(inf) = inf, NaN stays NaN.
#pragma once

#include "tt/core/base/number_types.h"

namespace tt::kernels::math {

// One rounding where the machine has the instruction; a call of a library function would not vectorise.
template <class T>
TT_HD T multiply_add(T a, T b, T c) {
#if defined(__FMA__) || defined(__CUDACC__)
  if constexpr (sizeof(T) == 4)
    return __builtin_fmaf(a, b, c);
  else
    return __builtin_fma(a, b, c);
#else
  return a * b + c;
#endif
}

// Horner's scheme, the highest coefficient first.
template <class T>
TT_HD T polynomial(T, T sum) {
  return sum;
}
template <class T, class... Rest>
TT_HD T polynomial(T x, T sum, T next, Rest... rest) {
  return polynomial(x, multiply_add(sum, x, next), rest...);
}

// exp(r) - 1 for |r| <= ln 2 / 2.
TT_HD float expm1_near_zero(float r) {
  float q = polynomial(r, 0.00138145956f, 0.008368716853f, 0.0416683881f, 0.1666652063f, 0.4999999345f);
  return multiply_add(r * r, q, r);
}
TT_HD double expm1_near_zero(double r) {
  double q = polynomial(r, 2.5000058349050144127e-8, 2.763024830872524193e-7, 2.7557586382581074262e-6,
                        2.4801493099144011969e-5, 1.9841269506571106111e-4, 1.388888894362984184e-3,
                        8.3333333334944638693e-3, 4.166666666653015977e-2, 1.6666666666666412522e-1,
                        5.000000000000010627e-1);
  return multiply_add(r * r, q, r);
}

// p 2^n in two steps, where `shifted` is n + 1.5 * 2^23 (1.5 * 2^52): its lowest bits are those of n.
TT_HD float scaled_by(float p, float shifted) {
  uint32_t exponent = bits::cast<uint32_t>(shifted) - bits::cast<uint32_t>(0x1.8p23f) + 256;  // positive
  uint32_t half = exponent >> 1;
  float a = bits::cast<float>((half - 128 + 127) << 23);
  float b = bits::cast<float>((exponent - half - 128 + 127) << 23);
  return p * a * b;
}
TT_HD double scaled_by(double p, double shifted) {
  uint64_t exponent = bits::cast<uint64_t>(shifted) - bits::cast<uint64_t>(0x1.8p52) + 4096;
  uint64_t half = exponent >> 1;
  double a = bits::cast<double>((half - 2048 + 1023) << 52);
  double b = bits::cast<double>((exponent - half - 2048 + 1023) << 52);
  return p * a * b;
}

// x = n ln 2 + rest, with n as scaled_by wants it. Beyond the bounds exp is infinity or 0 all the same; NaN
// passes both comparisons.
template <class T>
struct Reduced {
  T shifted;
  T rest;
};
TT_HD Reduced<float> reduce(float x) {
  x = x > 89.0f ? 89.0f : x;
  x = x < -104.0f ? -104.0f : x;
  float shifted = multiply_add(x, 0x1.715476p+0f, 0x1.8p23f);
  float n = shifted - 0x1.8p23f;
  return {shifted, multiply_add(n, -0x1.7f7d1cp-20f, multiply_add(n, -0x1.62e4p-1f, x))};
}
TT_HD Reduced<double> reduce(double x) {
  x = x > 710.0 ? 710.0 : x;
  x = x < -746.0 ? -746.0 : x;
  double shifted = multiply_add(x, 0x1.71547652b82fep+0, 0x1.8p52);
  double n = shifted - 0x1.8p52;
  return {shifted, multiply_add(n, -0x1.3de6af278ece6p-42, multiply_add(n, -0x1.62e42fefa3p-1, x))};
}

TT_HD float exp(float x) {
  auto [shifted, rest] = reduce(x);
  return scaled_by(expm1_near_zero(rest) + 1.0f, shifted);
}
TT_HD double exp(double x) {
  auto [shifted, rest] = reduce(x);
  return scaled_by(expm1_near_zero(rest) + 1.0, shifted);
}

TT_HD float sin(float x) { return __builtin_sinf(x); }
TT_HD double sin(double x) { return __builtin_sin(x); }
TT_HD float cos(float x) { return __builtin_cosf(x); }
TT_HD double cos(double x) { return __builtin_cos(x); }

// exp(re) (cos im + i sin im), with the special values of C's cexp.
template <class T>
TT_HD Complex<T> exp(Complex<T> z) {
  if (z.im == 0) return {exp(z.re), z.im};
  bool finite = z.im - z.im == 0;
  if (!finite && z.re - z.re != 0 && z.re == z.re) {  // infinite both
    return z.re < 0 ? Complex<T>{0, 0} : Complex<T>{z.re, z.im - z.im};
  }
  // In two factors, since exp(re) may overflow where its product with a small cosine does not.
  T half = z.re > 80 ? exp(z.re * T(0.5)) : T(1);
  T rest = z.re > 80 ? half : exp(z.re);
  return {half * cos(z.im) * rest, half * sin(z.im) * rest};
}

}  // namespace tt::kernels::math
