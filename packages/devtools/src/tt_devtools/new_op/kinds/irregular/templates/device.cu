// Step 6 of `$name` on a device. Compiled by NVRTC where it runs, and by g++ for the emulator.
#include "tt/kernels/cuda/device/platform.h"

#include "tt/kernels/functors/$name.h"

namespace tt::kernels::device {

template <class T>
__global__ void $name(const __grid_constant__ ${Camel}Args args, int64_t count) {
  const int64_t index = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  // The last block may have more threads than elements are left.
  if (index < count) $Camel::element<T>(args, index);
}

}  // namespace tt::kernels::device
