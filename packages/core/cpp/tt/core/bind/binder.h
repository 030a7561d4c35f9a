// Stage 2 of a call: from Python arguments to an overload and its filled slots, by the schemas alone.
#pragma once

#include "tt/core/bind/op_object.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/dispatch/call.h"

namespace tt {

// As vectorcall hands them over.
struct Arguments {
  PyObject* const* positional;
  Py_ssize_t count;
  PyObject* names;  // tuple or null; the values follow the positional ones
  Py_ssize_t name_count() const { return names ? PyTuple_GET_SIZE(names) : 0; }
};

// A call with tensors alone, which most calls are; the rest keeps its defaults.
inline bool bind_tensors(const Op& op, const Arguments& given, Call& call) {
  const int count = op.tensor_arg_count;
  if (given.count != count || given.names || !op.needs_only_tensors) return false;
  KeySet keys;
  for (int i = 0; i < count; ++i) {
    PyObject* object = given.positional[i];
    if (Py_TYPE(object) != &tensor_type) return false;
    TensorImpl* tensor = unwrap(object);
    call.args[i] = Slot::of(tensor);
    keys = keys | tensor->keys();
  }
  for (int i = count; i < op.spec->arg_count; ++i) call.args[i] = op.defaults[i];
  call.keys = keys;
  call.tensor_mask = op.tensor_args;
  return true;
}

// Any other call: each overload in turn. Throws, with the op's name in front, when none fits.
const Op& bind_any(const OpGroup& group, Form form, const Arguments& given, Call& call);

inline const Op& find_overload(const OpGroup& group, Form form, const Arguments& given, Call& call) {
  const Op& first = *group.overloads[0];
  return TT_LIKELY(bind_tensors(first, given, call)) ? first : bind_any(group, form, given, call);
}

}  // namespace tt
