// Order among elements, in which NaN comes before everything: what the functors Max and Min and the searches for the
// place of an extremum share. Also of compiler vectors. Must not know how many elements there are.
#pragma once

#include <limits>

#include "tt/core/base/dtype.h"

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

namespace math {

// Two selections: g++ vectorises them, and not one with two conditions.
template <class A>
TT_HD A greater_of(A a, A b) {
  A greater = a > b ? a : b;
  return a != a ? a : greater;
}
template <class A>
TT_HD A less_of(A a, A b) {
  A less = a < b ? a : b;
  return a != a ? a : less;
}

// What every element but NaN is at least, and at most.
template <class A>
TT_HD A least() {
  constexpr bool is_float = std::numeric_limits<A>::has_infinity;
  constexpr A value = is_float ? -std::numeric_limits<A>::infinity() : std::numeric_limits<A>::lowest();
  return value;
}
template <class A>
TT_HD A greatest() {
  constexpr bool is_float = std::numeric_limits<A>::has_infinity;
  constexpr A value = is_float ? std::numeric_limits<A>::infinity() : std::numeric_limits<A>::max();
  return value;
}

}  // namespace math
}  // namespace tt::kernels
