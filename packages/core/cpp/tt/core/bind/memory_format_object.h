// Python's memory_format objects: singletons, compared by identity.
#pragma once

#include "tt/core/base/memory_format.h"
#include "tt/core/bind/python.h"

namespace tt {

extern PyTypeObject memory_format_type;

// A new reference.
PyObject* to_python(MemoryFormat format);
// False when the type does not fit.
bool memory_format_from_python(PyObject* object, MemoryFormat& format);

}  // namespace tt
