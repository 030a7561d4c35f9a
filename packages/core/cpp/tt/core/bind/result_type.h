// The named tuples that ops with several named results return: `tt.return_types.max` for
// `max.dim(...) -> (Tensor values, Tensor indices)`. From the schema alone; knows no op by name.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/dispatch/spec.h"

namespace tt {

// The class for an op's results, made on the first call; null unless there are several and all have names.
// Overloads whose results have the same names share one.
PyTypeObject* result_type(const OpSpec& spec);

// The class of that name, borrowed; null when no op has made it.
TT_API PyTypeObject* find_result_type(const char* op);

}  // namespace tt
