// Functions of complex numbers, with the special values of C's Annex G. The parts of complex64 go through
// double, where neither squares nor sums of them overflow. One element at a time: nothing here vectorises.
#pragma once

#include "tt/kernels/functors/math_pow.h"

namespace tt::kernels::math {

constexpr double kInfinity = __builtin_inf();

TT_HD bool is_finite(double x) { return x - x == 0; }
TT_HD bool is_infinite(double x) { return x == kInfinity || x == -kInfinity; }

TT_HD ComplexDouble widened(ComplexFloat z) { return {z.re, z.im}; }
TT_HD ComplexFloat narrowed(ComplexDouble z) { return {static_cast<float>(z.re), static_cast<float>(z.im)}; }

// |z|; infinite when a part is, NaN beside it or not.
TT_HD float magnitude(ComplexFloat z) {
  double re = z.re, im = z.im;
  float size = static_cast<float>(__builtin_sqrt(re * re + im * im));
  bool infinite = (absolute(z.re) == __builtin_inff()) | (absolute(z.im) == __builtin_inff());
  return infinite ? __builtin_inff() : size;
}
TT_HD double magnitude(ComplexDouble z) { return __builtin_hypot(z.re, z.im); }

// Smith's quotient, which scales by the larger part of the divisor.
template <class T>
TT_HD Complex<T> quotient(Complex<T> a, Complex<T> b) {
  T re = absolute(b.re), im = absolute(b.im);
  if (re >= im) {
    if (re == 0) return {a.re / re, a.im / re};
    T ratio = b.im / b.re, scale = T(1) / (b.re + b.im * ratio);
    return {(a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale};
  }
  T ratio = b.re / b.im, scale = T(1) / (b.re * ratio + b.im);
  return {(a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale};
}

TT_HD ComplexDouble log(ComplexDouble z) {
  double re = absolute(z.re), im = absolute(z.im), large = re > im ? re : im, small = re > im ? im : re;
  double size;
  if (large > 0.5 && large < 1.5 && small < 1.5)
    size = 0.5 * __builtin_log1p((large - 1.0) * (large + 1.0) + small * small);  // |z| may be close to 1
  else if (large > 0x1p1000 && is_finite(large))
    size = log(magnitude(ComplexDouble{z.re * 0.25, z.im * 0.25})) + 0x1.62e42fefa39efp+0;  // 2 ln 2
  else
    size = log(magnitude(z));
  return {size, __builtin_atan2(z.im, z.re)};
}

TT_HD ComplexDouble sqrt(ComplexDouble z) {
  if (is_infinite(z.im)) return {kInfinity, z.im};
  if (is_infinite(z.re)) {
    if (z.re > 0) return {z.re, z.im == z.im ? with_sign(0.0, z.im) : z.im};
    return {absolute(z.im - z.im), with_sign(kInfinity, z.im)};
  }
  if (z.re == 0 && z.im == 0) return {0, z.im};
  // Scaled by powers of 4, so that the sum below neither overflows nor loses bits.
  double large = absolute(z.re) > absolute(z.im) ? absolute(z.re) : absolute(z.im);
  double by = large > 0x1p1000 ? 0x1p-4 : large < 0x1p-900 ? 0x1p120 : 1.0;
  double back = large > 0x1p1000 ? 0x1p2 : large < 0x1p-900 ? 0x1p-60 : 1.0;
  double re = z.re * by, im = z.im * by;
  double t = __builtin_sqrt(0.5 * (absolute(re) + magnitude(ComplexDouble{re, im})));
  double other = absolute(im) / (2.0 * t);
  return re >= 0 ? ComplexDouble{t * back, with_sign(other * back, z.im)}
                 : ComplexDouble{other * back, with_sign(t * back, z.im)};
}

// Kahan's formula, in tan(im) and sinh(re).
TT_HD ComplexDouble tanh(ComplexDouble z) {
  if (!is_finite(z.re) || !is_finite(z.im)) {
    if (is_infinite(z.re)) {
      double im = is_finite(z.im) ? __builtin_sin(2.0 * z.im) : 0.0;
      return {with_sign(1.0, z.re), with_sign(0.0, im)};
    }
    double nan = z.re + z.im - (z.re + z.im);
    return {z.re == 0 ? z.re : nan, z.im == 0 ? z.im : nan};
  }
  if (absolute(z.re) > 22.0) {
    double im = 4.0 * __builtin_sin(z.im) * __builtin_cos(z.im) * exp(-2.0 * absolute(z.re));
    return {with_sign(1.0, z.re), im};
  }
  double t = __builtin_tan(z.im), beta = 1.0 + t * t, s = __builtin_sinh(z.re);
  double rho = __builtin_sqrt(1.0 + s * s), below = 1.0 + beta * s * s;
  return {beta * rho * s / below, t / below};
}

template <class T>
TT_HD Complex<T> sigmoid(Complex<T> z) {
  Complex<T> e = exp(-z);
  return quotient(Complex<T>{1, 0}, Complex<T>{T(1) + e.re, e.im});
}

// e to the power of b log a; 0 to a power with a positive real part is 0. As there, 0 to the power of 0 is NaN.
TT_HD ComplexDouble pow(ComplexDouble a, ComplexDouble b) {
  if (a.re == 0 && a.im == 0) {
    if (b.re > 0) return {0, 0};
    return b.re < 0 && b.im == 0 ? ComplexDouble{kInfinity, __builtin_nan("")}
                                 : ComplexDouble{__builtin_nan(""), __builtin_nan("")};
  }
  ComplexDouble l = log(a);
  // Fused, so that two products that overflow do not leave NaN where one of them decides.
  return exp(
      ComplexDouble{__builtin_fma(b.re, l.re, -(b.im * l.im)), __builtin_fma(b.re, l.im, b.im * l.re)});
}

TT_HD ComplexFloat log(ComplexFloat z) { return narrowed(log(widened(z))); }
TT_HD ComplexFloat sqrt(ComplexFloat z) { return narrowed(sqrt(widened(z))); }
TT_HD ComplexFloat tanh(ComplexFloat z) { return narrowed(tanh(widened(z))); }
TT_HD ComplexFloat pow(ComplexFloat a, ComplexFloat b) { return narrowed(pow(widened(a), widened(b))); }

}  // namespace tt::kernels::math
