// What a device needs that is registered at run time: its memory is reached by its own kernel of copy_ alone.
#pragma once

#include "tt/core/tensor/tensor.h"

namespace tt::kernels {

// `target.copy_(source)`, by the kernel of the device among the two that is not the CPU.
void copy_by_kernel(TensorImpl& target, TensorImpl& source);

}  // namespace tt::kernels
