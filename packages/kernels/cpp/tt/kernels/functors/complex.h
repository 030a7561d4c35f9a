// The parts of a complex element; a real one is its own conjugate.
#pragma once

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

struct ConjPhysical {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a) const {
    return a;
  }
  template <class T>
  TT_HD Complex<T> operator()(Complex<T> a) const {
    return {a.re, -a.im};
  }
};

}  // namespace tt::kernels
