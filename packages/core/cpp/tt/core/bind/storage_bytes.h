// The bytes under a tensor as Python's `bytes` and back, for pickles. In the byte order of the machine.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

// A copy of the whole storage, of which the tensor may show a part. Throws Type where it cannot be read here.
TT_API PyObject* storage_to_bytes(const TensorImpl& tensor);

// A tensor of one dim with these bytes as elements. Throws Value when they are no whole number of elements.
TT_API Tensor tensor_from_bytes(PyObject* bytes, DType dtype);

}  // namespace tt
