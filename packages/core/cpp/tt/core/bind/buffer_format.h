// Element formats of Python's buffer protocol, as `struct` and NumPy write them, and the dtypes that they stand for.
#pragma once

#include "tt/core/base/dtype.h"
#include "tt/core/bind/python.h"

namespace tt {

// Null for a dtype without a format: bfloat16.
const char* buffer_format(DType dtype);

// Whether the bytes are in the other order than the machine's.
bool is_foreign_order(const char* format);

// Undefined when no dtype has the format. C's longs are as wide as `size` says.
DType dtype_of_format(const char* format, Py_ssize_t size);

}  // namespace tt
