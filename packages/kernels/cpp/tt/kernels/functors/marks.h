// What the marks of a functor (functor.h) say, as every device's loops ask for it.
#pragma once

#include <type_traits>

#include "tt/core/base/promotion.h"
#include "tt/kernels/functors/cell.h"
#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

template <class F>
constexpr bool wraps = requires { requires F::kWraps; };
template <class F>
constexpr bool moves_bits = requires { requires F::kMovesBits; };
template <class F>
constexpr bool takes_condition = requires { requires F::kTakesCondition; };
template <class F>
constexpr bool light = requires { requires F::kLight; };
template <class F>
constexpr bool refuses_zero = requires { requires F::kRefusesZero; };
template <class F>
constexpr bool inexact_only = requires { requires F::kInexact; };
template <class F>
constexpr bool vector_math = requires { requires F::kVectorMath; };

template <class T>
constexpr bool is_short_float = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<Complex<T>> {
  using type = T;
};
template <class T>
using real_t = typename RealOf<T>::type;

// The type whose loop serves T.
template <class F, class T>
consteval auto loop_type() {
  constexpr bool is_integer = is_integral(DTypeOf<T>::value, false);
  if constexpr (moves_bits<F> || (wraps<F> && is_integer))
    return std::type_identity<BitsOfSize<sizeof(T)>>{};
  else
    return std::type_identity<T>{};
}

template <class F>
constexpr ReductionDType reduction_dtype() {
  if constexpr (requires { F::kDType; })
    return F::kDType;
  else
    return ReductionDType::Wide;
}

}  // namespace tt::kernels
