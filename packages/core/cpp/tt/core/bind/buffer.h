// Memory shared through Python's buffer protocol, in both directions: how NumPy sees a tensor, and tensors
// over memory that NumPy owns. No element is copied.
#pragma once

#include "tt/core/base/scalar.h"
#include "tt/core/bind/python.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

// What an object must be to be exported: the type's tp_as_buffer.
extern PyBufferProcs tensor_buffer;

// Throws Type when the elements of the tensor cannot be read here: it is not a strided tensor on the CPU.
void require_readable(const TensorImpl& impl, const char* what);

// Shares the memory of an object with the buffer protocol, which lives as long as the storage.
TT_API Tensor tensor_from_buffer(PyObject* object);

// The value of a 0-d buffer, which is what NumPy's scalars are, and its dtype. False for other objects.
bool scalar_from_buffer(PyObject* object, Scalar& value, DType& dtype);

}  // namespace tt
