// Geometry that several plans need: broadcasting by stride 0, and the strides of copies that keep a tensor's
// order of dims. Strides are in elements.
#pragma once

#include "tt/core/dispatch/call.h"
#include "tt/core/tensor/tensor.h"

namespace tt::kernels {

// None means Preserve.
inline MemoryFormat memory_format(const Slot& slot) {
  return slot.is_none() ? MemoryFormat::Preserve : slot.memory_format();
}

// Strides of `tensor` seen with `sizes` (nothing is -1). Throws Runtime when it cannot be broadcast to them.
void expanded_strides(const TensorImpl& tensor, Ints sizes, int64_t* strides);

// Strides of a fresh tensor of the same sizes. Preserve keeps the strides of a dense tensor, and
// otherwise the order of its dims.
void strides_in_format(const TensorImpl& tensor, MemoryFormat format, int64_t* strides);

// A fresh tensor like `tensor`.
Tensor empty_like(const TensorImpl& tensor, DType dtype, Device device,
                  MemoryFormat format = MemoryFormat::Preserve);

}  // namespace tt::kernels
