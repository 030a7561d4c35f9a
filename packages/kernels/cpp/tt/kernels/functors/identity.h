// The element as it is: what copies and fills are on a device whose kernels are made from functors.
#pragma once

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

struct Identity {
  TT_FUNCTOR;
  static constexpr bool kMovesBits = true;
  template <class T>
  TT_HD T operator()(T a) const {
    return a;
  }
};

}  // namespace tt::kernels
