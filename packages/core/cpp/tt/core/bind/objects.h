// Setting up the extension module: each file of this folder adds its types and functions.
#pragma once

#include "tt/core/bind/python.h"

namespace tt {

inline void add_object(PyObject* module, const char* name, PyObject* object) {
  if (PyModule_AddObjectRef(module, name, object) < 0) throw PythonError();
}
inline void add_type(PyObject* module, const char* name, PyTypeObject& type) {
  if (PyType_Ready(&type) < 0) throw PythonError();
  add_object(module, name, reinterpret_cast<PyObject*>(&type));
}

void init_dtypes(PyObject* module);
void init_memory_formats(PyObject* module);
void init_generators(PyObject* module);
void init_size(PyObject* module);
void init_tensor(PyObject* module);
void init_ops(PyObject* module);
void init_binder();
void init_op_groups(PyObject* module);

// Everything above, in order: what `_C`'s module function calls.
TT_API void init_bind(PyObject* module);

}  // namespace tt
