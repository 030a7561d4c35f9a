// `Tensor.data`: the elements without history, and another memory for a tensor that others already refer to.
#pragma once

#include "tt/core/bind/python.h"

namespace tt {

PyObject* tensor_data(PyObject* self, void*);
int set_tensor_data(PyObject* self, PyObject* value, void*);

}  // namespace tt
