// OpObject: the callable that users see as `tt.add` or `Tensor.add_`: all overloads of a name in one
// form. Calling it is stage 1 (call) and 2 (bind).
#pragma once

#include <string>
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

// A new callable; `method` binds itself to the instance that it is read from. The group lives for ever.
TT_API PyRef new_op_object(const OpGroup& group, Form form, bool method);
// What a callable calls; null for any other object.
TT_API const OpGroup* group_of(PyObject* object);

}  // namespace tt
