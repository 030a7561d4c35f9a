// Copies between devices: elements are laid out and converted where they are, cross as one run of bytes, and are put
// in place where they arrive. Knows no device; their allocators move bytes.
#pragma once

#include "tt/core/tensor/tensor.h"

namespace tt::kernels {

// Of tensors on different devices, neither of which is meta; `source` has the target's sizes. With `non_blocking` it may
// return while bytes are on their way.
void transfer(TensorImpl& target, TensorImpl& source, bool non_blocking);
// Like `source` on the CPU, where its device's bytes can arrive without being waited for.
Tensor landing_place(const TensorImpl& source, DType dtype);

}  // namespace tt::kernels
