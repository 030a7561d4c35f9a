// The Python side of a tensor: the type `Tensor`, wrapping and unwrapping.
// Note [Tensor ownership] in tensor.h says who keeps whom alive.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

struct TensorObject {
  PyObject_HEAD
  TensorImpl* impl;  // owned, unless the flag kOwnsWrapper says the reverse
  PyObject* dict;    // attributes, made lazily
  PyObject* weakrefs;
  PyObject* shape;  // cached Size
};

extern TT_API PyTypeObject tensor_type;

inline bool is_tensor(PyObject* object) {
  return Py_TYPE(object) == &tensor_type || PyType_IsSubtype(Py_TYPE(object), &tensor_type);
}
// Borrowed; `object` must be a tensor.
inline TensorImpl* unwrap(PyObject* object) { return reinterpret_cast<TensorObject*>(object)->impl; }

// Note [Tracking wrappers]
// A wrapper can be part of a reference cycle only through its attributes, its place in a graph or, when it is
// a view, its base. So the garbage collector is told of it when it gets the first of these, not when it is
// made.
TT_API void track_wrapper(TensorImpl& impl);

// A new reference to the tensor's one wrapper, made when there is none; None for a null tensor.
TT_API PyObject* wrap(Tensor tensor);

// Adds a getter (and setter) or any object to the Tensor type: how packages above core extend it.
// `getset` must live for ever.
TT_API void add_property(PyGetSetDef* getset);
TT_API void add_attribute(const char* name, PyObject* object);

}  // namespace tt
