#include "tt/core/bind/size_object.h"

#include "tt/core/bind/objects.h"

namespace tt {
namespace {

PyObject* size_repr(PyObject* self) {
  PyRef items = PyRef::steal(PySequence_List(self));
  if (!items) return nullptr;
  return PyUnicode_FromFormat("tt.Size(%R)", items.get());
}

PyObject* size_numel(PyObject* self, PyObject*) {
  PyRef count = PyRef::steal(PyLong_FromLong(1));
  for (Py_ssize_t i = 0; count && i < PyTuple_GET_SIZE(self); ++i) {
    count = PyRef::steal(PyNumber_Multiply(count.get(), PyTuple_GET_ITEM(self, i)));
  }
  return count.give();
}

// Slices and sums of a Size are Sizes.
PyObject* as_size(PyObject* tuple) {
  if (!tuple || !PyTuple_CheckExact(tuple)) return tuple;
  PyRef owned = PyRef::steal(tuple);
  PyRef args = PyRef::steal(PyTuple_Pack(1, tuple));
  return args ? PyTuple_Type.tp_new(&size_type, args.get(), nullptr) : nullptr;
}
PyObject* size_subscript(PyObject* self, PyObject* index) {
  return as_size(PyTuple_Type.tp_as_mapping->mp_subscript(self, index));
}
PyObject* size_concat(PyObject* self, PyObject* other) {
  return as_size(PyTuple_Type.tp_as_sequence->sq_concat(self, other));
}

PyMethodDef methods[] = {
    {"numel", size_numel, METH_NOARGS, "numel()\n--\n\nThe product of the sizes: how many elements there are."},
    {nullptr, nullptr, 0, nullptr},
};
PyMappingMethods mapping = {};
PySequenceMethods sequence = {};

}  // namespace

PyTypeObject size_type = {PyVarObject_HEAD_INIT(nullptr, 0)};

PyObject* new_size(Ints values) {
  auto count = static_cast<Py_ssize_t>(values.size());
  PyObject* size = size_type.tp_alloc(&size_type, count);
  if (!size) throw PythonError();
  for (Py_ssize_t i = 0; i < count; ++i) PyTuple_SET_ITEM(size, i, PyLong_FromLongLong(values[i]));
  return size;
}

PyObject* new_tuple(Ints values) {
  auto count = static_cast<Py_ssize_t>(values.size());
  PyObject* tuple = PyTuple_New(count);
  if (!tuple) throw PythonError();
  for (Py_ssize_t i = 0; i < count; ++i) PyTuple_SET_ITEM(tuple, i, PyLong_FromLongLong(values[i]));
  return tuple;
}

void init_size(PyObject* module) {
  mapping = *PyTuple_Type.tp_as_mapping;
  mapping.mp_subscript = size_subscript;
  sequence = *PyTuple_Type.tp_as_sequence;
  sequence.sq_concat = size_concat;
  size_type.tp_name = "tt.Size";
  size_type.tp_basicsize = PyTuple_Type.tp_basicsize;
  size_type.tp_itemsize = PyTuple_Type.tp_itemsize;
  size_type.tp_flags = Py_TPFLAGS_DEFAULT;
  size_type.tp_doc = "The sizes of a tensor's dims: a tuple of ints.";
  size_type.tp_base = &PyTuple_Type;
  size_type.tp_repr = size_repr;
  size_type.tp_as_mapping = &mapping;
  size_type.tp_as_sequence = &sequence;
  size_type.tp_methods = methods;
  add_type(module, "Size", size_type);
}

}  // namespace tt
