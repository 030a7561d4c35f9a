// pow of float, double and integers. That of floats is computed in double; that of doubles carries the
// logarithm in two doubles, since a relative error of the logarithm is multiplied by the exponent of the
// result.
//
// Note [pow]
//   |x|^y = 2^(y log2 |x|),  log2 |x| = n + (2 / ln 2) s (1 + z / 3 + z^2 M(z) / 2),  s and z as in Note
//   [log]
// n, s, z and the sum of the first two terms are pairs high + low; M is minimax for the relative error,
// 2^-66. The signs and special values are those of C's pow.
#pragma once

#include "tt/kernels/functors/math_log.h"
#include "tt/kernels/functors/math_tanh.h"

namespace tt::kernels::math {

// Of |y|; every number from 2^52 on is whole. The sum rounds to whole numbers.
TT_HD bool is_whole(double y) { return (y >= 0x1p52) | ((y + 0x1p52) - 0x1p52 == y); }

// C's rules for pow(x, y), given |x|^y.
template <class T>
TT_HD T power_with_sign(T x, T y, T power) {
  double a = absolute(static_cast<double>(y));
  bool whole = is_whole(a), odd = whole & (a < 0x1p53) & !is_whole(0.5 * a);
  power = (absolute(x) == 1) & (y == y) ? T(1) : power;
  power = odd ? with_sign(power, x) : power;
  power = (x < 0) & !whole & (x - x == 0) & (y == y) ? T(__builtin_nan("")) : power;
  return (x == 1) | (y == 0) ? T(1) : power;
}

// log |x| with a relative error of 2^-37, exp with one of 2^-28: in double neither needs more than a few terms, and
// 2^n is always normal.
TT_HD float pow(float x, float y) {
  double a = absolute(static_cast<double>(x));
  auto [m, n] = split_normal(a);
  double f = m - 1.0, s = f / (2.0 + f), z = s * s;
  double rest = z * polynomial(z, 0.23596291409, 0.28536605209, 0.40000345535, 0.66666665603);
  double logarithm = log_beyond(a, multiply_add(n, 0x1.62e42fefa39efp-1, multiply_add(s, rest, s + s)));
  double w = static_cast<double>(y) * logarithm;
  w = w > 90.0 ? 90.0 : w;
  w = w < -110.0 ? -110.0 : w;
  double shifted = multiply_add(w, 0x1.71547652b82fep+0, 0x1.8p52);
  double r = multiply_add(shifted - 0x1.8p52, -0x1.62e42fefa39efp-1, w);
  double q = polynomial(r, 0.00138145956, 0.008368716853, 0.0416683881, 0.1666652063, 0.4999999345);
  double p = multiply_add(r * r, q, r) + 1.0;
  double power = bits::cast<double>(bits::cast<uint64_t>(p) + (bits::cast<uint64_t>(shifted) << 52));
  return power_with_sign(x, y, static_cast<float>(power));
}

#if defined(__FMA__)
TT_HD double pow(double x, double y) {
  double a = absolute(x);
  auto [m, n] = split(a);
  double f = m - 1.0, d = 2.0 + f, d_low = f - (d - 2.0), inverse = 1.0 / d;
  double s = f * inverse;
  double s_low = multiply_add(-s, d_low, multiply_add(-s, d, f)) * inverse;
  double z = s * s, z_low = multiply_add(2.0 * s, s_low, multiply_add(s, s, -z));
  constexpr double kThird = 0x1.5555555555555p-2, kThirdLow = 0x1.5555555555555p-56;
  double p = z * kThird;
  double p_low = multiply_add(z, kThird, -p) + multiply_add(z, kThirdLow, z_low * kThird);
  double q = 0.5 * z * z *
             polynomial(z, 0.1321156615417422372, 0.13255217068251076106, 0.15386824142219866038,
                        0.18181782962756493317, 0.22222222535393270796, 0.28571428570016493009,
                        0.40000000000002421163);
  double u = p + q, u_low = (p - u) + q + p_low;
  double v = 1.0 + u, v_low = (1.0 - v) + u + u_low;
  double t = s * v, t_low = multiply_add(s, v, -t) + multiply_add(s, v_low, s_low * v);
  constexpr double kScale = 0x1.71547652b82fep+1, kScaleLow = 0x1.777d0ffda0d24p-55;  // 2 / ln 2
  double g = t * kScale, g_low = multiply_add(t, kScale, -g) + multiply_add(t, kScaleLow, t_low * kScale);
  double l = n + g, l_low = (n - l) + g + g_low;  // log2 |x|
  l = log_beyond(a, l);
  double w = y * l, w_low = multiply_add(y, l_low, multiply_add(y, l, -w));
  w_low = (w > -1100.0) & (w < 1100.0) ? w_low : 0.0;
  w = w > 1100.0 ? 1100.0 : w;
  w = w < -1100.0 ? -1100.0 : w;
  double shifted = w + 0x1.8p52;
  double r = ((w - (shifted - 0x1.8p52)) + w_low) * 0x1.62e42fefa39efp-1;
  return power_with_sign(x, y, scaled_by(expm1_near_zero(r) + 1.0, shifted));
}
#else
TT_HD double pow(double x, double y) { return __builtin_pow(x, y); }
#endif

// Modulo 2^64, of which the result is the low part. A negative exponent gives the quotient rounded to 0,
// which only bases of 1 and -1 survive.
template <class T>
TT_HD T integer_pow(T base, T exponent) {
  if (exponent < 0) return base == 1 ? T(1) : base == T(-1) ? (exponent & 1 ? base : T(1)) : T(0);
  uint64_t power = 1, square = static_cast<uint64_t>(base);
  for (uint64_t rest = static_cast<uint64_t>(exponent); rest; rest >>= 1, square *= square) {
    if (rest & 1) power *= square;
  }
  return static_cast<T>(power);
}

}  // namespace tt::kernels::math
