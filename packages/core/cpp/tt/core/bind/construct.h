// Tensors from nested Python sequences of numbers.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

// Numbers are Python's, NumPy's scalars and 0-d tensors. `dtype` Undefined: found as torch finds it.
TT_API Tensor tensor_from_data(PyObject* data, DType dtype);

}  // namespace tt
