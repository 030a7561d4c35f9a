// The caching allocator of CUDA memory.
//
// Note [CUDA caching]
//   1. Requests are rounded up to 512 bytes. Up to 1 MiB they are cut from segments of 2 MiB, above from segments of
//      20 MiB, or of their own size in steps of 2 MiB when that is more than half of one.
//   2. A free block is reused by the stream it was allocated on, whose order makes that safe without waiting; the
//      smallest that fits is taken and cut, and neighbours that are both free become one.
//   3. record_stream: a block that another stream uses is free only when that stream has passed the point of freeing. The
//      stream that is current there counts as one that uses it: backward may let go what it has just read.
//   4. When the device is full, whole free segments go back, and the request is tried once more.
// Where allocations are exact (segments.h), every request is one of its own, and nothing is kept.
#pragma once

#include <cstdint>

#include "tt/kernels/cuda/device.h"

namespace tt::cuda {

struct MemoryStats {
  int64_t allocated_bytes = 0, reserved_bytes = 0;
  int64_t max_allocated_bytes = 0, max_reserved_bytes = 0;
};

// Throws OutOfMemory with sizes.
void* allocate(size_t bytes, int device);
void deallocate(void* data);

MemoryStats memory_stats(int device);
void reset_peak_memory_stats(int device);
// Gives the segments that nobody uses back.
void empty_cache();
// The memory is also used on `stream`. Throws Value when it is not of this allocator.
void record_stream(void* data, DeviceStream stream);

// Makes it core's allocator of CUDA memory (core_allocator.cpp); called when the module is loaded, and opens nothing.
void register_allocator();

}  // namespace tt::cuda
