// Numbers as slots: Python's, NumPy's, and 0-d tensors that stand for one. False when an object is none; a number
// that does not fit 64 bits throws.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/dispatch/call.h"

namespace tt {

// Whether an object is a Python number, a NumPy scalar or the like; tensors and sequences are none.
bool is_number(PyObject* object);

// Python's numbers and NumPy's scalars.
bool number_slot(PyObject* object, Call& call, Slot& slot);

// A 0-d tensor stands for its value where a number is asked for, unless a gradient would be lost.
bool number_or_tensor_slot(PyObject* object, Call& call, Slot& slot);

}  // namespace tt
