// Where along a dim the greatest or the least element is: pairs of value and place are combined, of equal values the
// first place stays. Blocks are shared out as in Note [Reduction on a device].
#include "tt/kernels/cuda/device/platform.h"

#include "tt/kernels/cuda/device/extremum_args.h"
#include "tt/kernels/cuda/device/fold.h"
#include "tt/kernels/cuda/device/layout.h"
#include "tt/kernels/functors/cell.h"
#include "tt/kernels/functors/math_order.h"

namespace tt::kernels::device {

template <class A>
struct Found {
  A value;
  int64_t place;  // -1: none yet
};

template <bool greatest, class A>
TT_HD bool is_before(A a, A b) {
  bool before = greatest ? a > b : a < b;
  return before | ((a != a) & (b == b));
}

template <bool greatest, class A>
TT_HD Found<A> better_of(Found<A> a, Found<A> b) {
  if (b.place < 0) return a;
  if (a.place < 0 || is_before<greatest>(b.value, a.value)) return b;
  bool equal = !is_before<greatest>(a.value, b.value);
  return equal && b.place < a.place ? b : a;
}

template <class T, bool greatest>
__global__ void __launch_bounds__(kReduceThreads)
    extremum(const __grid_constant__ ExtremumArgs args, const __grid_constant__ Layout<uint64_t, 3> kept) {
  using A = typename ComparedAs<T>::type;
  using Memory = typename Cell<T>::Memory;
  TT_SHARED(Found<A>, values, kReduceThreads);
  const Place place = Place::of_thread(args.lanes, args.outputs_per_block, args.lanes_side_by_side);
  const int64_t output = static_cast<int64_t>(blockIdx.x) * args.outputs_per_block + place.output;
  const bool exists = output < args.outputs;
  uint64_t offsets[3] = {};
  Found<A> best{A{}, -1};
  if (exists) {
    kept.offsets_of(static_cast<uint64_t>(output), offsets);
    const char* input = args.input + offsets[0];
    for (int64_t i = place.lane; i < args.count; i += args.lanes) {
      auto value =
          static_cast<A>(Cell<T>::load(*reinterpret_cast<const Memory*>(input + i * args.step_bytes)));
      best = better_of<greatest>(best, Found<A>{value, i});
    }
  }
  best = fold_lanes(best, place, args.lanes, args.outputs_per_block, args.lanes_side_by_side, &values[0],
                    [](Found<A> a, Found<A> b) { return better_of<greatest>(a, b); });
  if (!exists || place.lane != 0) return;
  *reinterpret_cast<int64_t*>(args.places + offsets[2]) = best.place;
  if (args.values) {
    *reinterpret_cast<Memory*>(args.values + offsets[1]) =
        *reinterpret_cast<const Memory*>(args.input + offsets[0] + best.place * args.step_bytes);
  }
}

}  // namespace tt::kernels::device
