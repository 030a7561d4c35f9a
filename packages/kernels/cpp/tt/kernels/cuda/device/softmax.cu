// Softmax and log_softmax down contiguous rows or columns; Note [Softmax] in cpu/softmax_loops.cpp. Blocks are shared
// out as in Note [Reduction on a device].
#include "tt/kernels/cuda/device/platform.h"

#include "tt/kernels/cuda/device/fold.h"
#include "tt/kernels/cuda/device/softmax_args.h"
#include "tt/kernels/functors/cell.h"
#include "tt/kernels/functors/math_log.h"
#include "tt/kernels/functors/math_order.h"

namespace tt::kernels::device {

template <class T, bool is_log>
__global__ void __launch_bounds__(kReduceThreads) softmax(const __grid_constant__ SoftmaxArgs args) {
  using A = opmath_t<T>;
  TT_SHARED(A, values, kReduceThreads);
  TT_SHARED(A, found, kReduceThreads);
  const bool side_by_side = args.inner == 1;
  const Place place = Place::of_thread(args.lanes, args.columns_per_block, side_by_side);
  const int64_t column = static_cast<int64_t>(blockIdx.x) * args.columns_per_block + place.output;
  const bool exists = column < args.columns;
  const int64_t start = column / args.inner * args.inner * args.count + column % args.inner;
  const T* input = reinterpret_cast<const T*>(args.input) + start;
  T* output = reinterpret_cast<T*>(args.output) + start;
  const int64_t count = exists ? args.count : 0;

  A most = math::least<A>();
  for (int64_t i = place.lane; i < count; i += args.lanes)
    most = math::greater_of(most, Cell<T>::load(input[i * args.inner]));
  most = fold_lanes(most, place, args.lanes, args.columns_per_block, side_by_side, &values[0],
                    [](A a, A b) { return math::greater_of(a, b); });
  if (place.lane == 0) found[place.output] = most;
  __syncthreads();
  most = found[place.output];
  A sum = 0;
  for (int64_t i = place.lane; i < count; i += args.lanes)
    sum += math::exp(Cell<T>::load(input[i * args.inner]) - most);
  sum = fold_lanes(sum, place, args.lanes, args.columns_per_block, side_by_side, &values[0],
                   [](A a, A b) { return a + b; });
  if (place.lane == 0) found[place.output] = sum;
  __syncthreads();
  sum = found[place.output];
  const A log = is_log ? math::log(sum) : A(0), scale = 1 / sum;
  for (int64_t i = place.lane; i < count; i += args.lanes) {
    A shifted = Cell<T>::load(input[i * args.inner]) - most;
    output[i * args.inner] = Cell<T>::store(is_log ? shifted - log : math::exp(shifted) * scale);
  }
}

}  // namespace tt::kernels::device
