// What a functor is: how one element is computed, on every device (stage 7 of a call). One body for g++
// and NVRTC. It knows nothing of strides, threads or ISAs.
//
//   struct Hypot {
//     TT_FUNCTOR;
//     template <class T> TT_HD T operator()(T a, T b) const { return math::hypot(a, b); }
//   };
//
// T is bool, an integer, float, double or complex; half and bfloat16 arrive as float. The tensors' elements
// come first, then the op's numbers. Everything is always_inline (TT_HD), so that a unit compiled for
// one ISA leaves no symbol behind that another could be linked to. Optional marks, all static constexpr bool:
//   kWraps           signed integers may be computed as unsigned: same bits, and overflow is defined
//   kMovesBits       elements are only moved: dtypes of one size share a loop
//   kTakesCondition  the first tensor is bool, whatever the others are
//   kVectorMath      calls libmvec, so the loop must not let a tail take the scalar function
//   kRefusesZero     integers are divided by the last tensor, in which a 0 is an error
//   kInexact         a variant for floating and complex dtypes only
//
// `using Usual = ...` names a functor that vectorises and gives the same bits for floats of which its
// is_usual says yes: blocks in which all do are left to it. `using Variants = FunctorList<...>` names
// functors of the same operands, one of which the plan may choose instead.
#pragma once

#include "tt/core/base/dtype.h"
#include "tt/core/base/location.h"

#define TT_FUNCTOR \
  static constexpr ::tt::Location where { __FILE__, __LINE__ }

namespace tt::kernels {

// A functor with `static constexpr bool kUnwritten = true` is a stub: no loops are made, and the op raises
// NotImplementedError with the functor's place.
template <class F>
constexpr bool unwritten = requires { requires F::kUnwritten; };

// What a reduction makes of the dtype of its input: Wide, int64 of bool and integers; Inexact, the same, but only
// of floats and complex numbers; Same, and not of nothing; Truth, bool, or uint8 of uint8.
enum class ReductionDType : uint8_t { Wide, Inexact, Same, Truth };

// Arithmetic of short integers happens in int; that of uint16 could overflow it.
template <class T>
struct Wide {
  using type = T;
};
template <>
struct Wide<uint8_t> {
  using type = uint32_t;
};
template <>
struct Wide<uint16_t> {
  using type = uint32_t;
};
template <class T>
using wide_t = typename Wide<T>::type;

// Products of integers wrap around, that of bool is `and`.
template <class T>
TT_HD T times(T a, T b) {
  return static_cast<T>(static_cast<wide_t<T>>(a) * static_cast<wide_t<T>>(b));
}
TT_HD bool times(bool a, bool b) { return a & b; }

template <class... F>
struct FunctorList {};

}  // namespace tt::kernels
