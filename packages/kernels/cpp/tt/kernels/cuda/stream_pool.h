// Streams for users. They come from pools and are never destroyed: the allocator, the caches of other libraries and the
// current stream of some thread may name one for as long as the process lives.
#pragma once

#include "tt/kernels/cuda/device.h"

namespace tt::cuda {

inline constexpr int kStreamsPerPool = 32;

// The next of the device's streams of that priority: after 32 the first one comes again. A lower number is more urgent;
// what lies outside of [-3, 0] counts as the nearest of them.
CUstream pooled_stream(int device, int priority);

}  // namespace tt::cuda
