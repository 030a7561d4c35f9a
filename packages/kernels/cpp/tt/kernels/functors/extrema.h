// The larger and the smaller of two elements, and what a single one is cut to.
#pragma once

#include "tt/kernels/functors/functor.h"
#include "tt/kernels/functors/math_complex.h"

namespace tt::kernels {

// NaN wins; of equal elements, the zeros included, the first.
struct Maximum {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    return (a >= b) | (a != a) ? a : b;
  }
};

struct Minimum {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    return (a <= b) | (a != a) ? a : b;
  }
};

// NaN and -0 stay as they are.
struct Relu {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a) const {
    return a < 0 ? T(0) : a;
  }
};

struct Abs {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a) const {
    // Unsigned, so that the smallest integer stays itself.
    return a < 0 ? static_cast<T>(uint64_t{0} - static_cast<uint64_t>(a)) : a;
  }
  TT_HD float operator()(float a) const { return math::absolute(a); }
  TT_HD double operator()(double a) const { return math::absolute(a); }
  template <class T>
  TT_HD T operator()(Complex<T> a) const {
    return math::magnitude(a);
  }
};

}  // namespace tt::kernels
