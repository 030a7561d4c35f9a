// Pinned memory: the host's, that the driver holds in place, so that copies to and from a device need no detour.
#pragma once

#include "tt/core/tensor/tensor.h"

namespace tt::cuda {

// A contiguous copy of a CPU tensor in pinned memory.
Tensor pinned_copy(const TensorImpl& tensor);
bool is_pinned(const TensorImpl& tensor);

}  // namespace tt::cuda
