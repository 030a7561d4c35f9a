// The exception types of our own.
#pragma once

#include "tt/core/bind/python.h"

namespace tt {

extern PyObject* out_of_memory_error;
void init_errors(PyObject* module);

}  // namespace tt
