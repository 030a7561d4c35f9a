// From tensors to plain Python: truth, numbers and nested lists.
#pragma once

#include "tt/core/bind/python.h"

namespace tt {

int tensor_bool(PyObject* self);
PyObject* tensor_int(PyObject* self);
PyObject* tensor_float(PyObject* self);
PyObject* tensor_index(PyObject* self);
PyObject* tensor_complex(PyObject* self, PyObject*);
PyObject* tensor_tolist(PyObject* self, PyObject*);

}  // namespace tt
