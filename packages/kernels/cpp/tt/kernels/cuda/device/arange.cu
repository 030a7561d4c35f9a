// Numbers at equal distances.
#include "tt/kernels/cuda/device/platform.h"

#include "tt/kernels/cuda/device/arange_args.h"
#include "tt/kernels/functors/convert.h"
#include "tt/kernels/functors/range_number.h"

namespace tt::kernels::device {

template <class T>
__global__ void __launch_bounds__(kArangeThreads) arange(const __grid_constant__ ArangeArgs args) {
  const int64_t index = static_cast<int64_t>(blockIdx.x) * kArangeThreads + threadIdx.x;
  if (index < args.count)
    *reinterpret_cast<T*>(args.output + index * args.stride_bytes) = range_number<T>(args.range, index);
}

}  // namespace tt::kernels::device
