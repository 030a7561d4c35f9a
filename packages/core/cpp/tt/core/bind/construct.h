// Tensors from nested Python lists, and over memory that NumPy owns.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

// Nested lists or tuples of numbers and 0-d tensors. `dtype` Undefined: found as torch finds it.
TT_API Tensor tensor_from_data(PyObject* data, DType dtype);
// Shares the memory of an object with the buffer protocol.
TT_API Tensor tensor_from_buffer(PyObject* object);

}  // namespace tt
