// Bits of integers; of bool, the logical operation of that name. A shift by a negative count, or by as many
// bits as there are or more, shifts all of them out.
#pragma once

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

struct BitwiseAnd {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};

struct BitwiseOr {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};

struct BitwiseXor {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};

struct BitwiseNot {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD T operator()(T a) const {
    return static_cast<T>(~a);
  }
  TT_HD bool operator()(bool a) const { return !a; }
};

struct BitwiseLeftShift {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;  // a negative count is a large one
  template <class T>
  TT_HD T operator()(T a, T count) const {
    constexpr T kBits = 8 * sizeof(T);
    return count < kBits ? static_cast<T>(static_cast<wide_t<T>>(a) << count) : T(0);
  }
};

struct BitwiseRightShift {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a, T count) const {
    // The last bit that is shifted in is the sign; of unsigned integers it is 0.
    constexpr T kLast = 8 * sizeof(T) - 1;
    bool all = (count < 0) | (count > kLast);
    T shifted = static_cast<T>(a >> (all ? kLast : count));
    return all & (T(-1) > T(0)) ? T(0) : shifted;
  }
};

}  // namespace tt::kernels
