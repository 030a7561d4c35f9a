// Size: the tuple of ints that `.shape` and `.size()` return.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/tensor/geometry.h"

namespace tt {

extern PyTypeObject size_type;
// New references.
TT_API PyObject* new_size(Ints sizes);
TT_API PyObject* new_tuple(Ints values);

}  // namespace tt
