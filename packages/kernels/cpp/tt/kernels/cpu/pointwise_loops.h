// Loops over rows of elements, made from a functor: stage 7 of a call, compiled once per ISA. They know
// neither shapes nor threads. make_pointwise gives the table by dtype that an op is registered with.
//
// Note [Rows]
// The functor runs over rows in which the output and every input are contiguous, or an input is one broadcast
// element. There the loop is under `omp simd`: elements do not depend on each other, and an output that is
// also an input (the in-place form) is read before it is written in each lane. What lies otherwise is packed
// into small buffers first (pack.h), so that a value depends neither on strides nor on its place in a row.
// Rows of half and bfloat16 are those of float, a block at a time; light functors convert bfloat16 as they
// go.
#pragma once

#include <type_traits>
#include <utility>

#include "tt/core/base/promotion.h"
#include "tt/kernels/cpu/pack.h"
#include "tt/kernels/cpu/pointwise_table.h"
#include "tt/kernels/cpu/short_floats.h"
#include "tt/kernels/cpu/stream.h"
#include "tt/kernels/functors/cell.h"
#include "tt/kernels/functors/marks.h"

namespace tt::kernels::TT_ISA {

// F: the functor. T: the inputs' type. R: the result's. Inputs tensors come first, then Scalars numbers.
template <class F, class T, class R, int Inputs, int Scalars>
struct Rows {
  static_assert(Inputs < kMaxRowOperands);
  using Out = typename Cell<R>::Memory;
  template <int I>
  using InputType = std::conditional_t<takes_condition<F> && I == 0, bool, T>;
  template <int I>
  using In = typename Cell<InputType<I>>::Memory;
  using InputIndices = std::make_index_sequence<Inputs>;
  using ScalarIndices = std::make_index_sequence<Scalars>;

  template <int I>
  TT_HD static auto value(const char* at, int64_t index) {
    return Cell<InputType<I>>::load(reinterpret_cast<const In<I>*>(at)[index]);
  }

  // Bit i of Broadcast: input i is one element.
  template <unsigned Broadcast>
  __attribute__((noinline)) static void row(char* out, char* const* in, int64_t count, const char* scalars) {
    if constexpr (refuses_zero<F> && is_integral(DTypeOf<T>::value, false)) {
      refuse_zero(in[Inputs - 1], Broadcast >> (Inputs - 1) & 1 ? 1 : count);
    }
    if constexpr (is_short_float<T> && !(light<F> && std::is_same_v<T, BFloat16>)) {
      in_blocks<Broadcast>(out, in, count, scalars, InputIndices{});
    } else if constexpr (vector_math<F>) {
      padded<Broadcast>(out, in, count, scalars, InputIndices{});
    } else if constexpr (std::is_floating_point_v<T> && requires { typename F::Usual; }) {
      usual<Broadcast>(out, in, count, scalars, InputIndices{});
    } else {
      plain<Broadcast>(out, in, count, scalars, InputIndices{}, ScalarIndices{});
    }
  }

  template <unsigned Broadcast, size_t... I>
  TT_HD static void usual(char* out, char* const* in, int64_t count, const char* scalars,
                          std::index_sequence<I...>) {
    using Usual = Rows<typename F::Usual, T, R, Inputs, Scalars>;
    constexpr int64_t kBlock = 512;
    for (int64_t first = 0; first < count; first += kBlock) {
      int64_t block = count - first < kBlock ? count - first : kBlock;
      char* to = out + first * int64_t{sizeof(Out)};
      char* from[] = {(Broadcast >> I & 1 ? in[I] : in[I] + first * int64_t{sizeof(In<I>)})...};
      unsigned unusual = 0;
      for (int64_t i = 0; i < block; ++i) {
        unusual |= !F::Usual::is_usual(value<I>(from[I], (Broadcast >> I & 1) ? 0 : i)...);
      }
      if (unusual)
        plain<Broadcast>(to, from, block, scalars, InputIndices{}, ScalarIndices{});
      else
        Usual::template plain<Broadcast>(to, from, block, scalars, InputIndices{}, ScalarIndices{});
    }
  }

  TT_HD static void refuse_zero(const char* divisors, int64_t count) {
    const auto* at = reinterpret_cast<const T*>(divisors);
    unsigned found = 0;
    for (int64_t i = 0; i < count; ++i) found |= at[i] == 0;
    if (found) fail_division_by_zero();
  }

  template <unsigned Broadcast, size_t... I, size_t... S>
  TT_HD static void plain(char* out, char* const* in, int64_t count, [[maybe_unused]] const char* scalars,
                          std::index_sequence<I...>, std::index_sequence<S...>) {
    const F functor;
    auto* to = reinterpret_cast<Out*>(out);
    const char* const from[] = {in[I]...};
    const opmath_t<T> numbers[Scalars + 1] = {*reinterpret_cast<const opmath_t<T>*>(scalars + 16 * S)...};
#pragma omp simd
    for (int64_t i = 0; i < count; ++i) {
      to[i] = Cell<R>::store(functor(value<I>(from[I], (Broadcast >> I & 1) ? 0 : i)..., numbers[S]...));
    }
  }

  // A vector function and its scalar twin may differ in the last bit: the tail is computed as a whole block.
  template <unsigned Broadcast, size_t... I>
  TT_HD static void padded(char* out, char* const* in, int64_t count, const char* scalars,
                           std::index_sequence<I...>) {
    constexpr int64_t kBlock = 16;  // a vector of the widest ISA, or a few
    int64_t whole = count & ~(kBlock - 1), rest = count - whole;
    plain<Broadcast>(out, in, whole, scalars, InputIndices{}, ScalarIndices{});
    if (!rest) return;
    alignas(64) char last[Inputs + 1][kBlock * 16] = {};
    char* tail[] = {(Broadcast >> I & 1 ? in[I] : last[I + 1])...};
    ((Broadcast >> I & 1 ? void()
                         : void(__builtin_memcpy(last[I + 1], in[I] + whole * int64_t{sizeof(In<I>)},
                                                 static_cast<size_t>(rest) * sizeof(In<I>)))),
     ...);
    plain<Broadcast>(last[0], tail, kBlock, scalars, InputIndices{}, ScalarIndices{});
    __builtin_memcpy(out + whole * int64_t{sizeof(Out)}, last[0], static_cast<size_t>(rest) * sizeof(Out));
  }

  template <unsigned Broadcast, size_t... I>
  TT_HD static void in_blocks(char* out, char* const* in, int64_t count, const char* scalars,
                              std::index_sequence<I...>) {
    using FloatResult = std::conditional_t<is_short_float<R>, float, R>;
    constexpr int64_t kBlock = 512;
    alignas(64) float wide[Inputs + 1][kBlock];
    for (int64_t first = 0; first < count; first += kBlock) {
      int64_t block = count - first < kBlock ? count - first : kBlock;
      char* from[] = {widened<I, (Broadcast >> I & 1) != 0>(in[I], first, block, wide[I + 1])...};
      char* to = out + first * int64_t{sizeof(Out)};
      constexpr bool narrows = is_short_float<R>;
      Rows<F, float, FloatResult, Inputs, Scalars>::template row<Broadcast>(
          narrows ? reinterpret_cast<char*>(wide[0]) : to, from, block, scalars);
      if constexpr (narrows) narrow(wide[0], reinterpret_cast<Out*>(to), block);
    }
  }
  template <int I, bool is_one>
  TT_HD static char* widened(char* in, int64_t first, int64_t count, float* space) {
    char* at = is_one ? in : in + first * int64_t{sizeof(In<I>)};
    if constexpr (is_short_float<InputType<I>>) {
      widen(reinterpret_cast<const In<I>*>(at), space, is_one ? 1 : count);
      return reinterpret_cast<char*>(space);
    } else {
      return at;
    }
  }

  // The row for this set of broadcast inputs; null when there is none.
  template <size_t... I>
  static Row with_broadcast(unsigned broadcast, std::index_sequence<I...>) {
    if (broadcast == 0) return row<0>;
    Row found = nullptr;
    if constexpr (Inputs > 1) (void)((broadcast == 1u << I && (found = row<1u << I>)) || ...);
    return found;
  }

  template <size_t... I>
  static void loop(char* const* data, const int64_t* strides, int64_t inner, int64_t outer,
                   const void* scalars, std::index_sequence<I...>) {
    constexpr int kOperands = Inputs + 1;
    constexpr int64_t sizes[] = {sizeof(Out), sizeof(In<I>)...};
    const char* numbers = static_cast<const char*>(scalars);
    // Most calls are one contiguous row.
    const int64_t out_bytes = inner * sizes[0];
    if (outer == 1 && out_bytes < kStreamBytes && strides[0] == sizes[0] &&
        ((strides[I + 1] == sizes[I + 1]) && ...)) {
      return row<0>(data[0], data + 1, inner, numbers);
    }
    unsigned broadcast = 0, elsewhere = 0;  // bits of inputs; of operands that are not contiguous
    for (int i = 0; i < kOperands; ++i) elsewhere |= (strides[i] != sizes[i]) << i;
    if (elsewhere && inner > 1) {
      for (int i = 0; i < Inputs; ++i) broadcast |= (strides[i + 1] == 0) << i;
    }
    Row run = with_broadcast(broadcast, InputIndices{});
    if (run)
      elsewhere &= ~(broadcast << 1);
    else
      run = row<0>;
    if (elsewhere && inner > 1)
      return packed_rows(run, sizes, elsewhere, kOperands, data, strides, inner, outer, numbers);
    if (should_stream(data, kOperands, out_bytes, outer, strides[kOperands])) {
      return streamed_rows(run, sizes[0], kOperands, data, strides, inner, outer, numbers);
    }
    char* at[kOperands];
    for (int i = 0; i < kOperands; ++i) at[i] = data[i];
    for (int64_t r = 0; r < outer; ++r) {
      run(at[0], at + 1, inner, numbers);
      for (int i = 0; i < kOperands; ++i) at[i] += strides[kOperands + i];
    }
  }
  static void run(char* const* data, const int64_t* strides, int64_t inner, int64_t outer,
                  const void* scalars) {
    loop(data, strides, inner, outer, scalars, InputIndices{});
  }
};

template <class F, int Inputs, int Scalars, Promotion promotes, class T>
constexpr Loop2d loop_for() {
  using E = typename decltype(loop_type<F, T>())::type;
  using Real = std::conditional_t<promotes == Promotion::ComplexToReal, real_t<E>, E>;
  using R = std::conditional_t<promotes == Promotion::ToBool, bool, Real>;
  return Rows<F, E, R, Inputs, Scalars>::run;
}

template <class List, int Inputs, int Scalars, uint32_t accepts, Promotion promotes>
struct VariantTables;

// `accepts` as the op table has it; with IntToFloat the iterator has converted integers before the loop.
template <class F, int Inputs, int Scalars, uint32_t accepts, Promotion promotes>
constexpr PointwiseLoops make_pointwise(const char* functor) {
  PointwiseLoops table{{}, {.where = F::where, .name = functor, .isa = TT_ISA_NAME}, nullptr, 0};
  constexpr bool floats_only = promotes == Promotion::IntToFloat || inexact_only<F>;
#define TT_LOOP(E, T, N, C)                                                                   \
  if constexpr (!unwritten<F> && (accepts & bit(DType::E)) &&                                 \
                !(floats_only && is_integral(DType::E, true))) {                              \
    table.by_dtype[static_cast<int>(DType::E)] = loop_for<F, Inputs, Scalars, promotes, T>(); \
  }
  TT_FORALL_DTYPES(TT_LOOP)
#undef TT_LOOP
  if constexpr (requires { typename F::Variants; }) {
    using Tables = VariantTables<typename F::Variants, Inputs, Scalars, accepts, promotes>;
    table.variants = Tables::tables;
    table.variant_count = Tables::count;
  }
  return table;
}

template <class... F, int Inputs, int Scalars, uint32_t accepts, Promotion promotes>
struct VariantTables<FunctorList<F...>, Inputs, Scalars, accepts, promotes> {
  static constexpr int count = sizeof...(F);
  static constexpr PointwiseLoops tables[] = {
      make_pointwise<F, Inputs, Scalars, accepts, promotes>(F::kName)...};
};

}  // namespace tt::kernels::TT_ISA
