// Reductions to the greatest and the least element. NaN is above and below everything. Must not know how many
// elements there are; see sums.h for what a reduction's functor has.
#pragma once

#include <limits>

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

// bool is compared as a byte, the two short floats as float.
template <class T>
struct ComparedAs {
  using type = T;
};
template <>
struct ComparedAs<bool> {
  using type = uint8_t;
};
template <>
struct ComparedAs<Half> {
  using type = float;
};
template <>
struct ComparedAs<BFloat16> {
  using type = float;
};

struct Max {
  TT_FUNCTOR;
  static constexpr ReductionDType kDType = ReductionDType::Same;
  template <class T>
  using Accumulator = typename ComparedAs<T>::type;
  template <class A>
  TT_HD static A identity() {
    constexpr bool is_float = std::numeric_limits<A>::has_infinity;
    constexpr A least = is_float ? -std::numeric_limits<A>::infinity() : std::numeric_limits<A>::lowest();
    return least;
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    A greater = a > b ? a : b;  // two selections: g++ vectorises them, and not one with two conditions
    return a != a ? a : greater;
  }
};

struct Min {
  TT_FUNCTOR;
  static constexpr ReductionDType kDType = ReductionDType::Same;
  template <class T>
  using Accumulator = typename ComparedAs<T>::type;
  template <class A>
  TT_HD static A identity() {
    constexpr bool is_float = std::numeric_limits<A>::has_infinity;
    constexpr A greatest = is_float ? std::numeric_limits<A>::infinity() : std::numeric_limits<A>::max();
    return greatest;
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    A less = a < b ? a : b;
    return a != a ? a : less;
  }
};

}  // namespace tt::kernels
