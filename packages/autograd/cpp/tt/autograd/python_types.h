// What the extension module is put together from.
#pragma once

#include "tt/autograd/node.h"
#include "tt/core/bind/python.h"

namespace tt::autograd {

// python_node.cpp: the type of `grad_fn`. A new reference, the same object while somebody holds it; None
// for null.
PyObject* wrap_node(Node* node);
// Null when the object is not a Node.
Node* unwrap_node(PyObject* object);
// attach_to_node(name, object): adds a method to the type.
PyObject* attach_to_node(PyObject*, PyObject* const* args, Py_ssize_t count);
void init_node(PyObject* module);

// grad_mode.cpp
PyObject* is_grad_enabled(PyObject*, PyObject*);
PyObject* set_grad_enabled(PyObject*, PyObject* mode);
void init_grad_mode(PyObject* module);

// properties.cpp: what autograd adds to the Tensor type.
void add_properties();

}  // namespace tt::autograd
