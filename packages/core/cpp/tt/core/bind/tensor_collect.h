// What Python's garbage collector asks of a tensor: which objects it keeps alive, and to let go of them.
#pragma once

#include "tt/core/bind/python.h"

namespace tt {

// Python's traverse of a subclass visits the class and the slots, then comes here.
int tensor_traverse(PyObject* self, visitproc visit, void* arg);
int tensor_clear(PyObject* self);

}  // namespace tt
