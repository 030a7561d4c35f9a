// Reductions to the greatest and the least element. NaN is above and below everything. Must not know how many
// elements there are; see sums.h for what a reduction's functor has.
#pragma once

#include "tt/kernels/functors/functor.h"
#include "tt/kernels/functors/math_order.h"

namespace tt::kernels {

struct Max {
  TT_FUNCTOR;
  static constexpr ReductionDType kDType = ReductionDType::Same;
  template <class T>
  using Accumulator = typename ComparedAs<T>::type;
  template <class A>
  TT_HD static A identity() {
    return math::least<A>();
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    return math::greater_of(a, b);
  }
};

struct Min {
  TT_FUNCTOR;
  static constexpr ReductionDType kDType = ReductionDType::Same;
  template <class T>
  using Accumulator = typename ComparedAs<T>::type;
  template <class A>
  TT_HD static A identity() {
    return math::greatest<A>();
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    return math::less_of(a, b);
  }
};

}  // namespace tt::kernels
