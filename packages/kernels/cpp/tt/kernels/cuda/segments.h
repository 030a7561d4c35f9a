// Where the allocator's memory comes from, in pieces of 2 MiB and more: CuPy's allocator on a device, so that its pool and
// limits hold; the driver itself on the emulator.
#pragma once

#include <cstddef>

#include "tt/kernels/cuda/device.h"

namespace tt::cuda {

struct Segment {
  void* data = nullptr;  // null: there is no more memory
  void* owner = nullptr;
  int device = -1;
};

// On the current device.
Segment take_segment(size_t bytes, CUstream stream);
void give_back(const Segment& segment);

}  // namespace tt::cuda
