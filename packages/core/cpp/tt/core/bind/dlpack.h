// Tensors as DLPack capsules and back, without a copy. The protocol around it (streams, devices, copies) is
// Python's: packages/tt/src/tt/dlpack.py.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

// A capsule over the tensor's memory, which lives as long as the capsule or whoever takes it. Throws Buffer
// for what has no counterpart in DLPack.
TT_API PyObject* to_dlpack(const TensorImpl& tensor, bool versioned, bool is_copied);

// A tensor over the memory of a capsule, which is used up. Throws Runtime for what is no capsule or was used
// before, Buffer for what no tensor can be.
TT_API Tensor from_dlpack(PyObject* capsule);

}  // namespace tt
