// Truth of one or two elements: what is not 0 is true, NaN included.
#pragma once

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

template <class T>
TT_HD bool is_true(T a) {
  return a != T{};
}

struct LogicalAnd {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD bool operator()(T a, T b) const {
    return is_true(a) & is_true(b);
  }
};

struct LogicalOr {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD bool operator()(T a, T b) const {
    return is_true(a) | is_true(b);
  }
};

struct LogicalXor {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD bool operator()(T a, T b) const {
    return is_true(a) != is_true(b);
  }
};

struct LogicalNot {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD bool operator()(T a) const {
    return !is_true(a);
  }
};

}  // namespace tt::kernels
