// OpObject: the callable that users see as `tt.add` or `Tensor.add_`: all overloads of a name in one
// form. Calling it is stage 1 (call) and 2 (bind).
#pragma once

#include <vector>

#include "tt/core/bind/python.h"
#include "tt/core/dispatch/op.h"

namespace tt {

// The overloads of one name, in the order in which they are tried.
struct OpGroup {
  std::string name;
  std::vector<const Op*> overloads;
  std::vector<std::vector<PyObject*>> keywords;  // interned argument names, an overload each
  std::vector<PyTypeObject*> result_types;       // null but for several named results
};

// Binds Python arguments to one of the group's overloads and dispatches. Vectorcall conventions: `count`
// positional arguments, then the values of `names`. Returns a new reference, or null with an exception set.
TT_API PyObject* call_op(const OpGroup& group, Form form, PyObject* const* args, Py_ssize_t count,
                         PyObject* names = nullptr) noexcept;

// The group of a name; null when there is none.
TT_API const OpGroup* find_group(const char* name);

// Makes callables for every op defined so far, fills tt_core.ops, and attaches methods and
// number slots to the Tensor type. Called when the op table is loaded, and again after a run-time
// definition.
TT_API void attach_ops();

}  // namespace tt
