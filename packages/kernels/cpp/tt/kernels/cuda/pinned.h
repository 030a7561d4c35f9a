// Pinned memory: the host's, that the driver holds in place, so that copies to and from a device need no detour and
// nobody has to wait for them.
//
// Note [Pinned memory]
// A block is a power of two of bytes, and is kept when it is free, since the driver takes its time to pin one. A copy
// that may still be under way when its call returns leaves its stream with the block, which is free again only when that
// stream has passed the point at which the tensor went away.
#pragma once

#include "tt/core/tensor/tensor.h"
#include "tt/kernels/cuda/marks.h"

namespace tt::cuda {

// A storage of `bytes` in pinned memory, which has to be positive. Throws OutOfMemory.
Storage* pinned_storage(int64_t bytes);
// A contiguous copy of a CPU tensor in pinned memory.
Tensor pinned_copy(const TensorImpl& tensor);
bool is_pinned(const void* address);
// A copy on `stream` uses the block that `address` lies in. False where the memory is not pinned.
bool use_pinned(const void* address, const DeviceStream& stream);

}  // namespace tt::cuda
