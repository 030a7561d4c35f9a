// Where the allocator's memory comes from, in pieces of 2 MiB and more: CuPy's allocator on a device, so that its pool and
// limits hold; the driver itself on the emulator, and where every request is an allocation of its own.
#pragma once

#include <cstddef>

#include "tt/kernels/cuda/device.h"

namespace tt::cuda {

struct Segment {
  void* data = nullptr;   // null: there is no more memory
  void* owner = nullptr;  // null: the driver
  int device = -1;
  CUstream stream = nullptr;  // that it was taken for
};

// Whether each request is an allocation of its exact size, so that whoever watches memory sees a step beyond it: with
// TT_CUDA_EXACT_ALLOC=1, for compute-sanitizer, and while the emulator's checks are on.
bool allocations_are_exact();
// On the current device.
Segment take_segment(size_t bytes, CUstream stream);
void give_back(const Segment& segment);

}  // namespace tt::cuda
