// The engine's entry from Python: checks what it is given, and completes it.
#pragma once

#include "tt/core/base/error.h"
#include "tt/core/bind/tensor_object.h"

namespace tt::autograd {

inline TensorImpl& tensor_argument(PyObject* object) {
  TT_CHECK(is_tensor(object), Type, "expected a Tensor, got ", Py_TYPE(object)->tp_name);
  return *unwrap(object);
}

// run_backward(tensors, grads, keep_graph, create_graph, inputs, accumulate) -> tuple of gradients or None.
// `tensors`, `grads` (each a Tensor or None) and `inputs` (or None) are tuples; `accumulate` adds to the
// `.grad` of the inputs instead of returning their gradients.
PyObject* run_backward_from_python(PyObject*, PyObject* const* args, Py_ssize_t count);

}  // namespace tt::autograd
