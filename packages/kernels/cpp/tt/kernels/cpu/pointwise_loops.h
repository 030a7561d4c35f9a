// Loops over rows of elements, made from a functor: stage 7 of a call, compiled once per ISA. They know
// neither shapes nor threads. make_pointwise gives the table by dtype that an op is registered with.
//
// Note [Rows]
// A row is contiguous for the output and for every input that is not one broadcast element; for these
// the loop is under `omp simd`: elements do not depend on each other, and an output that is also an
// input (the in-place form) is read before it is written in each lane. Anything else is strided.
#pragma once

#include <type_traits>
#include <utility>

#include "tt/core/base/promotion.h"
#include "tt/kernels/cpu/cell.h"
#include "tt/kernels/cpu/pointwise_table.h"
#include "tt/kernels/cpu/transpose.h"
#include "tt/kernels/functors/functor.h"

namespace tt::kernels::TT_ISA {

template <class F>
constexpr bool wraps = requires { requires F::kWraps; };
template <class F>
constexpr bool moves_bits = requires { requires F::kMovesBits; };
template <class F>
constexpr bool takes_condition = requires { requires F::kTakesCondition; };
template <class F>
constexpr bool vector_math = requires { requires F::kVectorMath; };


// The type whose loop serves T.
template <class F, class T>
consteval auto loop_type() {
  constexpr bool is_integer = is_integral(DTypeOf<T>::value, false);
  if constexpr (moves_bits<F> || (wraps<F> && is_integer)) return std::type_identity<BitsOfSize<sizeof(T)>>{};
  else return std::type_identity<T>{};
}

// F: the functor. T: the inputs' type. R: the result's. Inputs tensors come first, then Scalars numbers.
template <class F, class T, class R, int Inputs, int Scalars>
struct Loops {
  static constexpr int kOperands = Inputs + 1;
  using Out = typename Cell<R>::Memory;
  template <int I>
  using InputType = std::conditional_t<takes_condition<F> && I == 0, bool, T>;
  template <int I>
  using In = typename Cell<InputType<I>>::Memory;
  template <int I>
  TT_HD static auto value(const char* at, int64_t index) {
    return Cell<InputType<I>>::load(reinterpret_cast<const In<I>*>(at)[index]);
  }
  TT_HD static auto number(const char* scalars, int index) {
    return *reinterpret_cast<const opmath_t<T>*>(scalars + 16 * index);
  }

  using Row = void (*)(char* out, char* const* in, int64_t count, const char* scalars);
  using InputIndices = std::make_index_sequence<Inputs>;
  using ScalarIndices = std::make_index_sequence<Scalars>;

  // Bit i of Broadcast: input i is one element.
  template <unsigned Broadcast>
  __attribute__((noinline)) static void row(char* out, char* const* in, int64_t count, const char* scalars) {
    row_of<Broadcast>(out, in, count, scalars, InputIndices{}, ScalarIndices{});
  }
  template <unsigned Broadcast, size_t... I, size_t... S>
  TT_HD static void row_of(char* out, char* const* in, int64_t count, [[maybe_unused]] const char* scalars, std::index_sequence<I...>,
                           std::index_sequence<S...>) {
    const F functor;
    auto* to = reinterpret_cast<Out*>(out);
    const char* const from[] = {in[I]...};
    const opmath_t<T> numbers[Scalars + 1] = {number(scalars, S)...};
#pragma omp simd
    for (int64_t i = 0; i < count; ++i) {
      to[i] = Cell<R>::store(functor(value<I>(from[I], (Broadcast >> I & 1) ? 0 : i)..., numbers[S]...));
    }
  }

  template <size_t... I, size_t... S>
  TT_HD static void strided(char* const* data, const int64_t* strides, int64_t count, [[maybe_unused]] const char* scalars,
                            std::index_sequence<I...>, std::index_sequence<S...>) {
    const F functor;
    char* out = data[0];
    const char* from[] = {data[I + 1]...};
    const int64_t step = strides[0];
    const int64_t steps[] = {strides[I + 1]...};
    const opmath_t<T> numbers[Scalars + 1] = {number(scalars, S)...};
    for (int64_t i = 0; i < count; ++i) {
      *reinterpret_cast<Out*>(out) = Cell<R>::store(functor(value<I>(from[I], 0)..., numbers[S]...));
      out += step;
      ((from[I] += steps[I]), ...);
    }
  }

  // Null when the row is strided.
  template <size_t... I>
  TT_HD static Row choose(const int64_t* strides, std::index_sequence<I...>) {
    if (strides[0] != sizeof(Out)) return nullptr;
    if (((strides[I + 1] == int64_t{sizeof(In<I>)}) && ...)) return row<0>;
    if constexpr (Inputs > 1) {
      unsigned broadcast = 0;
      bool fits = true;
      ((strides[I + 1] == 0 ? broadcast |= 1u << I : fits &= strides[I + 1] == int64_t{sizeof(In<I>)}), ...);
      if (!fits) return nullptr;
      Row found = nullptr;
      // All of them broadcast does not occur in a row of more than one element.
      (void)((broadcast == 1u << I && (found = row<1u << I>)) || ...);
      return found;
    }
    return nullptr;
  }

  static void run(char* const* data, const int64_t* strides, int64_t inner, int64_t outer, const void* scalars) {
    const char* numbers = static_cast<const char*>(scalars);
    Row row = choose(strides, InputIndices{});
    if (row && outer == 1) return row(data[0], data + 1, inner, numbers);
    char* at[kOperands];
    for (int i = 0; i < kOperands; ++i) at[i] = data[i];
    for (int64_t r = 0; r < outer; ++r) {
      if (row) row(at[0], at + 1, inner, numbers);
      else strided(at, strides, inner, numbers, InputIndices{}, ScalarIndices{});
      for (int i = 0; i < kOperands; ++i) at[i] += strides[kOperands + i];
    }
  }
};

template <class F, int Inputs, int Scalars, Promotion promotes, class T>
constexpr Loop2d loop_for() {
  using E = typename decltype(loop_type<F, T>())::type;
  using R = std::conditional_t<promotes == Promotion::ToBool, bool, E>;
  return Loops<F, E, R, Inputs, Scalars>::run;
}

// `accepts` as the op table has it; with IntToFloat the iterator has converted integers before the loop.
template <class F, int Inputs, int Scalars, uint32_t accepts, Promotion promotes>
constexpr PointwiseLoops make_pointwise(const char* functor) {
  PointwiseLoops table{{}, F::where, functor, TT_ISA_NAME, 32768};
  constexpr bool floats_only = promotes == Promotion::IntToFloat;
#define TT_LOOP(E, T, N, C)                                                                          \
  if constexpr ((accepts & bit(DType::E)) && !(floats_only && is_integral(DType::E, true))) {        \
    table.by_dtype[static_cast<int>(DType::E)] = loop_for<F, Inputs, Scalars, promotes, T>();        \
  }
  TT_FORALL_DTYPES(TT_LOOP)
#undef TT_LOOP
  return table;
}

}  // namespace tt::kernels::TT_ISA
