// Between tensors and plain Python: truth, numbers, nested lists, and memory shared with NumPy.
#pragma once

#include "tt/core/bind/python.h"

namespace tt {

int tensor_bool(PyObject* self);
PyObject* tensor_int(PyObject* self);
PyObject* tensor_float(PyObject* self);
PyObject* tensor_index(PyObject* self);
PyObject* tensor_tolist(PyObject* self, PyObject*);

// The buffer protocol: how NumPy sees a tensor's memory without a copy.
extern PyBufferProcs tensor_buffer;

}  // namespace tt
