// Slots as Python objects, and back. What formulas and Python kernels are called with.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/dispatch/op.h"

namespace tt {

// A new reference: Tensor, int, float, bool, complex, list of ints, dtype, device, None ...
TT_API PyObject* slot_to_python(const Slot& slot);

// Converts `object` to what `arg` wants and stores it in slot `index` of the call, masks and keys
// included. False when the type does not fit (no exception is set); throws on a bad value.
TT_API bool slot_from_python(PyObject* object, const ArgSpec& arg, Call& call, int index);

// Whether an object is a Python number, a NumPy scalar or the like; tensors and sequences are none.
bool is_number(PyObject* object);

// The ints of a sequence, or of arguments given one by one (`x.view(2, 3)`).
bool int_list_from_items(PyObject* const* items, Py_ssize_t count, Call& call, Slot& slot);

}  // namespace tt
