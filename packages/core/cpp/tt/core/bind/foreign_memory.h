// Tensors over memory that a Python object of another library keeps: what array interfaces describe by an address.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

// `owner` lives as long as the storage. Strides in elements, not negative; nothing says whether the address is right.
TT_API Tensor tensor_over(PyObject* owner, void* data, Ints sizes, Ints strides, DType dtype, Device device);

}  // namespace tt
