// Reductions of truth values, which arrive as bytes 0 and 1. See sums.h for what a reduction's functor has.
#pragma once

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

struct Any {
  TT_FUNCTOR;
  static constexpr ReductionDType kDType = ReductionDType::Truth;
  template <class T>
  using Accumulator = uint8_t;
  template <class A>
  TT_HD static A identity() {
    return 0;
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    return a | b;
  }
};

struct All {
  TT_FUNCTOR;
  static constexpr ReductionDType kDType = ReductionDType::Truth;
  template <class T>
  using Accumulator = uint8_t;
  template <class A>
  TT_HD static A identity() {
    return 1;
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    return a & b;
  }
};

}  // namespace tt::kernels
