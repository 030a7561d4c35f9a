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

}  // namespace tt
