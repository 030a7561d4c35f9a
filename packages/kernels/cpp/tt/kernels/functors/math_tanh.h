// tanh and the logistic function of float and double, branch-free like exp.
//
// Note [tanh]
//   |x| < 0.55:  tanh x = x + x u T(u),  u = x^2,  T minimax (Remez): 2^-30 (float), 2^-61 (double)
//   beyond:      tanh x = 1 - 2 / (exp(2 x) + 1),  where an error of exp counts less than a quarter
// The logistic function is 1 / (1 + e) or e / (1 + e) with e = exp(-|x|) <= 1, so that nothing overflows.
#pragma once

#include "tt/kernels/functors/math_exp.h"

namespace tt::kernels::math {

TT_HD float absolute(float x) { return __builtin_fabsf(x); }
TT_HD double absolute(double x) { return __builtin_fabs(x); }
TT_HD float with_sign(float magnitude, float sign) { return __builtin_copysignf(magnitude, sign); }
TT_HD double with_sign(double magnitude, double sign) { return __builtin_copysign(magnitude, sign); }

TT_HD float tanh_small(float u) {
  return polynomial(u, -0.0062825083323f, 0.021077783489f, -0.053853864112f, 0.13332601745f, -0.33333318048f);
}
TT_HD double tanh_small(double u) {
  return polynomial(u, -0.000019521244183020268259, 0.000083360421078425325596, -0.00023341297530954876141,
                    0.0005884571469937282164, -0.0014555460082288949967, 0.0035920925363733882824,
                    -0.0088632326531802047696, 0.021869488389128335717, -0.053968253963879549026,
                    0.13333333333326834896, -0.3333333333333329975);
}

template <class T>
TT_HD T tanh(T x) {
  T a = absolute(x), u = a * a;
  T small = multiply_add(a * u, tanh_small(u), a);
  T large = T(1) - T(2) / (exp(a + a) + T(1));
  return with_sign(a < T(0.55) ? small : large, x);
}

TT_HD double sigmoid(double x) {
  double e = exp(-absolute(x));
  return (x < 0 ? e : 1.0) / (1.0 + e);
}

// In float the roundings of e, of 1 + e and of the quotient add up to 2.4 ULP: the first two are carried
// along.
#if defined(__FMA__)
TT_HD float sigmoid(float x) {
  auto [shifted, rest] = reduce(-absolute(x));
  float t = expm1_near_zero(rest), p = 1.0f + t;
  float e = scaled_by(p, shifted), e_low = scaled_by(t - (p - 1.0f), shifted);
  float below = 1.0f + e, below_low = (1.0f - below) + e + e_low;
  float above = x < 0 ? e : 1.0f, above_low = x < 0 ? e_low : 0.0f;
  float quotient = above / below;
  float left = multiply_add(-quotient, below, above) + multiply_add(-quotient, below_low, above_low);
  return quotient + left / below;
}
#else
TT_HD float sigmoid(float x) { return static_cast<float>(sigmoid(static_cast<double>(x))); }
#endif

}  // namespace tt::kernels::math
