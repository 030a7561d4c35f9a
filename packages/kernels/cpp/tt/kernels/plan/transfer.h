// Copies between devices: elements are laid out and converted where they are, cross as one run of bytes, and are put
// in place where they arrive. Knows no device; their allocators move bytes.
#pragma once

#include "tt/core/tensor/tensor.h"

namespace tt::kernels {

// Of tensors on different devices, neither of which is meta; `source` has the target's sizes.
void transfer(TensorImpl& target, TensorImpl& source);

}  // namespace tt::kernels
