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

PyObject* size_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  PyRef size = PyRef::steal(PyTuple_Type.tp_new(type, args, kwargs));
  for (Py_ssize_t i = 0; size && i < PyTuple_GET_SIZE(size.get()); ++i) {
    PyObject* item = PyTuple_GET_ITEM(size.get(), i);
    if (PyLong_Check(item)) continue;
    PyRef index = PyRef::steal(PyNumber_Index(item));
    if (!index) {
      PyErr_Clear();
      return PyErr_Format(PyExc_TypeError, "Size: expected an iterable of ints, but item %zd is a %s", i,
                          Py_TYPE(item)->tp_name);
    }
    PyTuple_SET_ITEM(size.get(), i, index.give());
    Py_DECREF(item);
  }
  return size.give();
}

// Slices, sums and multiples of a Size are Sizes.
PyObject* as_size(PyObject* tuple) {
  if (!tuple || !PyTuple_CheckExact(tuple)) return tuple;
  PyRef owned = PyRef::steal(tuple);
  PyRef args = PyRef::steal(PyTuple_Pack(1, tuple));
  return args ? size_new(&size_type, args.get(), nullptr) : nullptr;
}
PyObject* size_subscript(PyObject* self, PyObject* index) {
  return as_size(PyTuple_Type.tp_as_mapping->mp_subscript(self, index));
}
// Of two tuples, whichever is the Size.
PyObject* size_add(PyObject* a, PyObject* b) {
  if (!PyTuple_Check(a) || !PyTuple_Check(b)) Py_RETURN_NOTIMPLEMENTED;
  return as_size(PyTuple_Type.tp_as_sequence->sq_concat(a, b));
}
PyObject* size_repeat(PyObject* self, Py_ssize_t count) {
  return as_size(PyTuple_Type.tp_as_sequence->sq_repeat(self, count));
}

PyMethodDef methods[] = {
    {"numel", size_numel, METH_NOARGS,
     "numel()\n--\n\nThe product of the sizes: how many elements there are."},
    {nullptr, nullptr, 0, nullptr},
};
PyMappingMethods mapping = {};
PySequenceMethods sequence = {};
PyNumberMethods number = {};

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
  sequence.sq_repeat = size_repeat;
  number.nb_add = size_add;
  size_type.tp_name = "tt.Size";
  size_type.tp_basicsize = PyTuple_Type.tp_basicsize;
  size_type.tp_itemsize = PyTuple_Type.tp_itemsize;
  size_type.tp_flags = Py_TPFLAGS_DEFAULT;
  size_type.tp_doc = "The sizes of a tensor's dims: a tuple of ints.";
  size_type.tp_base = &PyTuple_Type;
  size_type.tp_repr = size_repr;
  size_type.tp_as_mapping = &mapping;
  size_type.tp_as_sequence = &sequence;
  size_type.tp_as_number = &number;
  size_type.tp_new = size_new;
  size_type.tp_methods = methods;
  add_type(module, "Size", size_type);
}

}  // namespace tt
