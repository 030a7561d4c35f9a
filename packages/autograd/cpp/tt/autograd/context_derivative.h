// The derivatives that are one Python function over a context object; Note [Context derivatives] in context_node.h.
// Kept beside the ops and not in them, so that a call of any other op need not ask.
#pragma once

#include "tt/core/base/location.h"
#include "tt/core/bind/python.h"
#include "tt/core/dispatch/op.h"

namespace tt::autograd {

struct ContextDerivative {
  PyRef setup;
  PyRef run;
  Location where;  // of the backward function
};

// Null when the op has none.
const ContextDerivative* context_derivative_of(const Op& op);

// set_context_derivative(qualified, setup, run, file, line)
PyObject* set_context_derivative(PyObject* module, PyObject* args);
// forget_context_derivative(qualified)
PyObject* forget_context_derivative(PyObject* module, PyObject* name);

}  // namespace tt::autograd
