// Logarithm, square root, tanh and the logistic function of one element.
#pragma once

#include "tt/kernels/functors/functor.h"
#include "tt/kernels/functors/math_complex.h"
#include "tt/kernels/functors/math_sqrt.h"

namespace tt::kernels {

struct Log {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a) const {
    return math::log(a);
  }
};

struct Sqrt {
  TT_FUNCTOR;
  TT_HD float operator()(float a) const { return math::sqrt(a); }
  TT_HD double operator()(double a) const { return math::sqrt(a); }
  template <class T>
  TT_HD Complex<T> operator()(Complex<T> a) const {
    return math::sqrt(a);
  }
};

struct Tanh {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a) const {
    return math::tanh(a);
  }
};

struct Sigmoid {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a) const {
    return math::sigmoid(a);
  }
};

}  // namespace tt::kernels
