// Sums, differences, products and negation of one element. bool: or, and; integers wrap around.
#pragma once

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

// A real alpha scales the parts of a complex number, so that 1 * (0, inf) has no NaN in it.
template <class T>
TT_HD Complex<T> scaled(Complex<T> alpha, Complex<T> b) {
  Complex<T> product = alpha * b;
  return {alpha.im == 0 ? alpha.re * b.re : product.re, alpha.im == 0 ? alpha.re * b.im : product.im};
}
template <class T>
TT_HD T scaled(T alpha, T b) {
  return times(alpha, b);
}

struct Add {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  static constexpr bool kLight = true;
  template <class T>
  TT_HD T operator()(T a, T b, T alpha) const {
    return static_cast<T>(a + scaled(alpha, b));
  }
  TT_HD bool operator()(bool a, bool b, bool alpha) const { return a | (b & alpha); }
};

struct Sub {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  static constexpr bool kLight = true;
  template <class T>
  TT_HD T operator()(T a, T b, T alpha) const {
    return static_cast<T>(a - scaled(alpha, b));
  }
};

struct Mul {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  static constexpr bool kLight = true;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    return times(a, b);
  }
};

struct Neg {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  static constexpr bool kLight = true;
  template <class T>
  TT_HD T operator()(T a) const {
    return static_cast<T>(-a);
  }
};

}  // namespace tt::kernels
