// Exponentials of one element.
#pragma once

#include "tt/kernels/functors/functor.h"
#include "tt/kernels/functors/math_exp.h"

namespace tt::kernels {

struct Exp {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a) const {
    return math::exp(a);
  }
};

}  // namespace tt::kernels
