// Ints and lists as slots. False when an object is none, or has something else in it.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/dispatch/op.h"

namespace tt {

// An int, but no bool: `sum(x, True)` is a mistake more often than dim 1.
bool index_slot(PyObject* object, int64_t& value);

// The ints of a sequence, or of arguments given one by one (`x.view(2, 3)`).
bool int_list_from_items(PyObject* const* items, Py_ssize_t count, Call& call, Slot& slot);

bool int_list_slot(PyObject* object, const ArgSpec& arg, Call& call, Slot& slot);
bool bool_list_slot(PyObject* object, Call& call, Slot& slot);
// `index`: of the slot, for the call's mask of lists.
bool tensor_list_slot(PyObject* object, Call& call, int index, Slot& slot);

}  // namespace tt
