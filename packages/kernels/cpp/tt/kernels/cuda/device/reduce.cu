// The kernel of every reduction, made from the functor that the CPU's loops are made of.
#include "tt/kernels/cuda/device/platform.h"

#include "tt/kernels/cuda/device/element.h"
#include "tt/kernels/cuda/device/fold.h"
#include "tt/kernels/cuda/device/layout.h"
#include "tt/kernels/functors/marks.h"

namespace tt::kernels::device {

// Stands for an input that is the accumulators of an earlier launch.
struct Partial {};

// F: the functor. T: the dtype to which elements are converted. In: their type in memory, Dynamic, or Partial.
template <class F, class T, class In>
struct Reduce {
  using Accumulator = typename F::template Accumulator<T>;
  // Signed overflow is undefined; the bits are the same.
  using A = std::conditional_t<wraps<F> && std::is_same_v<Accumulator, int64_t>, uint64_t, Accumulator>;

  TT_HD static A combine(A a, A b) { return F{}.combine(a, b); }

  TT_HD static A element(const ReduceArgs& args, const char* from) {
    if constexpr (std::is_same_v<In, Partial>) {
      return *reinterpret_cast<const A*>(from);
    } else {
      A value = static_cast<A>(load_element<T, In>(from, args.input_dtype));
      if constexpr (requires { F{}.map(value); }) return F{}.map(value);
      return value;
    }
  }

  TT_HD static void write(const ReduceArgs& args, A value, int64_t output, int64_t offset) {
    if (!args.is_last) {
      reinterpret_cast<A*>(args.output)[output] = value;
      return;
    }
    if constexpr (requires { F{}.finish(value, int64_t{}); }) value = F{}.finish(value, args.total);
    if constexpr (std::is_same_v<A, uint64_t>)
      store_as(args.output + offset, args.output_dtype, static_cast<Accumulator>(value));
    else
      store_as(args.output + offset, args.output_dtype, value);
  }
};

template <class F, class T, class In, class Index>
__global__ void __launch_bounds__(kReduceThreads)
    reduce(const __grid_constant__ ReduceArgs args, const __grid_constant__ Layout<Index, 2> kept,
           const __grid_constant__ Layout<Index, 1> reduced) {
  using R = Reduce<F, T, In>;
  using A = typename R::A;
  TT_SHARED(A, values, kReduceThreads);
  const Place place = Place::of_thread(args.lanes, args.outputs_per_block, args.lanes_side_by_side);
  const int64_t output = static_cast<int64_t>(blockIdx.x) * args.outputs_per_block + place.output;
  const bool exists = output < args.outputs;
  Index offsets[2] = {};
  A sums[4];
  for (int k = 0; k < 4; ++k) sums[k] = F::template identity<A>();
  if (exists) {
    kept.offsets_of(static_cast<Index>(output), offsets);
    const char* input = args.input + offsets[1];
    const int64_t first = static_cast<int64_t>(blockIdx.y) * args.per_split;
    const int64_t last = first + args.per_split < args.reduced ? first + args.per_split : args.reduced;
    int64_t index = first + place.lane;
    auto at = [&](int64_t i) {
      Index from[1];
      reduced.offsets_of(static_cast<Index>(i), from);
      return R::element(args, input + from[0]);
    };
    for (; index + 3 * args.lanes < last; index += 4 * args.lanes) {
      for (int k = 0; k < 4; ++k) sums[k] = R::combine(sums[k], at(index + k * args.lanes));
    }
    for (; index < last; index += args.lanes) sums[0] = R::combine(sums[0], at(index));
  }
  A sum = R::combine(R::combine(sums[0], sums[1]), R::combine(sums[2], sums[3]));
  sum = fold_lanes(sum, place, args.lanes, args.outputs_per_block, args.lanes_side_by_side, &values[0],
                   R::combine);
  if (!exists || place.lane != 0) return;
  R::write(args, sum, static_cast<int64_t>(blockIdx.y) * args.outputs + output, offsets[0]);
}

}  // namespace tt::kernels::device
