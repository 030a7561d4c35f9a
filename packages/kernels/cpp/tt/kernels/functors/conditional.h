// Choosing between elements.
#pragma once

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

struct Where {
  TT_FUNCTOR;
  static constexpr bool kTakesCondition = true;
  static constexpr bool kMovesBits = true;
  template <class T>
  TT_HD T operator()(bool condition, T a, T b) const {
    return condition ? a : b;
  }
};

}  // namespace tt::kernels
