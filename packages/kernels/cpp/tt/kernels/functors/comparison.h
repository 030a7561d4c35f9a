// Comparisons of two elements. A comparison with NaN is false, but for Ne.
#pragma once

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

struct Eq {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD bool operator()(T a, T b) const {
    return a == b;
  }
};

struct Ne {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD bool operator()(T a, T b) const {
    return a != b;
  }
};

struct Lt {
  TT_FUNCTOR;
  template <class T>
  TT_HD bool operator()(T a, T b) const {
    return a < b;
  }
};

struct Le {
  TT_FUNCTOR;
  template <class T>
  TT_HD bool operator()(T a, T b) const {
    return a <= b;
  }
};

struct Gt {
  TT_FUNCTOR;
  template <class T>
  TT_HD bool operator()(T a, T b) const {
    return a > b;
  }
};

struct Ge {
  TT_FUNCTOR;
  template <class T>
  TT_HD bool operator()(T a, T b) const {
    return a >= b;
  }
};

}  // namespace tt::kernels
