// Python's Generator: the type around tt::Generator, and what the binder takes for `generator=`.
#pragma once

#include "tt/core/base/generator.h"
#include "tt/core/bind/python.h"

namespace tt {

extern PyTypeObject generator_type;

// Borrowed, as long as the object lives. Null when the type does not fit.
Generator* generator_from_python(PyObject* object);
// What ops on a device draw from without `generator=`: a new reference to its one object.
TT_API PyObject* default_generator_object(Device device);
// A new reference to the generator's object; None when it has none.
PyObject* to_python(Generator& generator);

}  // namespace tt
