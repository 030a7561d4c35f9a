#include "tt/kernels/cuda/allocator.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {

void register_cuda() {
  cuda::register_allocator();
  register_cuda_copies();
  register_cuda_extrema();
  register_cuda_matmul();
  register_cuda_random();
  register_cuda_ranges();
  register_cuda_softmax();
}

}  // namespace tt::kernels
