#include "tt/core/bind/dtype_object.h"

#include <string>

#include "tt/core/base/error.h"
#include "tt/core/bind/objects.h"

namespace tt {
namespace {

DTypeObject dtypes[kDTypeCount];
LayoutObject layouts[2];

DType dtype_of(PyObject* self) { return reinterpret_cast<DTypeObject*>(self)->dtype; }
Device device_of(PyObject* self) { return reinterpret_cast<DeviceObject*>(self)->device; }

PyObject* dtype_repr(PyObject* self) { return PyUnicode_FromFormat("tt.%s", name(dtype_of(self))); }
// A string is pickled as the name of a global, and copied as the object itself.
PyObject* dtype_reduce(PyObject* self, PyObject*) { return PyUnicode_FromString(name(dtype_of(self))); }

PyMethodDef dtype_methods[] = {
    {"__reduce__", dtype_reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef dtype_properties[] = {
    {"itemsize", [](PyObject* s, void*) { return PyLong_FromLongLong(itemsize(dtype_of(s))); }, nullptr,
     "Bytes of one element.", nullptr},
    {"is_floating_point", [](PyObject* s, void*) { return PyBool_FromLong(is_floating(dtype_of(s))); },
     nullptr, "True for float16, bfloat16, float32 and float64.", nullptr},
    {"is_complex", [](PyObject* s, void*) { return PyBool_FromLong(is_complex(dtype_of(s))); }, nullptr,
     "True for complex64 and complex128.", nullptr},
    {"is_signed",
     [](PyObject* s, void*) {
       Category c = category(dtype_of(s));
       return PyBool_FromLong(c != Category::Bool && c != Category::Unsigned);
     },
     nullptr, "True when elements can be negative.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyObject* device_new(PyTypeObject*, PyObject* args, PyObject* kwargs) {
  return guarded([&]() -> PyObject* {
    static const char* names[] = {"type", "index", nullptr};
    PyObject* type = nullptr;
    PyObject* index = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O:device", const_cast<char**>(names), &type, &index))
      return nullptr;
    Device device;
    if (!device_from_python(type, device)) {
      return PyErr_Format(PyExc_TypeError, "device: expected a string, an index or a device, got %s",
                          Py_TYPE(type)->tp_name);
    }
    if (index != Py_None) {
      TT_CHECK(device.index < 0, Runtime, "device: the type already has an index, '", to_string(device), "'");
      long value = PyLong_AsLong(index);
      if (value == -1 && PyErr_Occurred()) return nullptr;
      TT_CHECK(value >= 0 && value < 128, Runtime, "device: expected an index from 0 to 127, got ", value);
      device.index = static_cast<int8_t>(value);
    }
    return to_python(device);
  });
}

PyObject* device_str(PyObject* self) { return PyUnicode_FromString(to_string(device_of(self)).c_str()); }
PyObject* device_repr(PyObject* self) {
  Device device = device_of(self);
  if (device.index < 0) return PyUnicode_FromFormat("device(type='%s')", name(device.type));
  return PyUnicode_FromFormat("device(type='%s', index=%d)", name(device.type), device.index);
}
Py_hash_t device_hash(PyObject* self) {
  Device device = device_of(self);
  return static_cast<int>(device.type) * 256 + device.index + 1;
}
PyObject* device_compare(PyObject* a, PyObject* b, int op) {
  if (Py_TYPE(b) != &device_type || (op != Py_EQ && op != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
  return PyBool_FromLong((device_of(a) == device_of(b)) == (op == Py_EQ));
}
PyObject* device_reduce(PyObject* self, PyObject*) {
  return Py_BuildValue("(O(s))", reinterpret_cast<PyObject*>(Py_TYPE(self)),
                       to_string(device_of(self)).c_str());
}

PyMethodDef device_methods[] = {
    {"__reduce__", device_reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef device_properties[] = {
    {"type", [](PyObject* s, void*) { return PyUnicode_InternFromString(name(device_of(s).type)); }, nullptr,
     "'cpu', 'cuda', 'meta' or 'privateuseone'.", nullptr},
    {"index",
     [](PyObject* s, void*) -> PyObject* {
       int index = device_of(s).index;
       if (index < 0) Py_RETURN_NONE;
       return PyLong_FromLong(index);
     },
     nullptr, "Which device of its type, or None for the current one.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyObject* layout_repr(PyObject* self) {
  return PyUnicode_FromFormat("tt.%s", name(reinterpret_cast<LayoutObject*>(self)->layout));
}

PyObject* layout_reduce(PyObject* self, PyObject*) {
  return PyUnicode_FromString(name(reinterpret_cast<LayoutObject*>(self)->layout));
}

PyMethodDef layout_methods[] = {
    {"__reduce__", layout_reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyTypeObject make_type(const char* name, Py_ssize_t size, const char* doc) {
  PyTypeObject type = {PyVarObject_HEAD_INIT(nullptr, 0)};
  type.tp_name = name;
  type.tp_basicsize = size;
  type.tp_doc = doc;
  type.tp_flags = Py_TPFLAGS_DEFAULT;
  return type;
}

}  // namespace

PyTypeObject dtype_type = make_type("tt.dtype", sizeof(DTypeObject), "The type of a tensor's elements.");
PyTypeObject device_type = make_type("tt.device", sizeof(DeviceObject),
                                     "device(type, index=None)\n--\n\nWhere a tensor's memory is: "
                                     "device('cpu'), device('cuda:1'), device('cuda', 1).");
PyTypeObject layout_type = make_type("tt.layout", sizeof(LayoutObject), "How a tensor's memory is arranged.");

DType dtype_from_python(PyObject* object) {
  if (Py_TYPE(object) == &dtype_type) return reinterpret_cast<DTypeObject*>(object)->dtype;
  if (!PyType_Check(object)) return DType::Undefined;
  auto* type = reinterpret_cast<PyTypeObject*>(object);
  return type == &PyFloat_Type     ? DType::Float64
         : type == &PyLong_Type    ? DType::Int64
         : type == &PyBool_Type    ? DType::Bool
         : type == &PyComplex_Type ? DType::Complex128
                                   : DType::Undefined;
}

PyObject* to_python(DType dtype) {
  if (dtype == DType::Undefined) Py_RETURN_NONE;
  return Py_NewRef(reinterpret_cast<PyObject*>(&dtypes[static_cast<int>(dtype)]));
}

PyObject* to_python(Layout layout) {
  return Py_NewRef(reinterpret_cast<PyObject*>(&layouts[static_cast<int>(layout)]));
}

PyObject* to_python(Device device) {
  static PyObject* cpu = nullptr;  // by far the most frequent one
  bool is_cpu = device.type == DeviceType::CPU && device.index < 0;
  if (is_cpu && cpu) return Py_NewRef(cpu);
  auto* object = PyObject_New(DeviceObject, &device_type);
  if (!object) throw PythonError();
  object->device = device;
  if (is_cpu) cpu = Py_NewRef(reinterpret_cast<PyObject*>(object));
  return reinterpret_cast<PyObject*>(object);
}

bool device_from_python(PyObject* object, Device& device) {
  if (Py_TYPE(object) == &device_type) {
    device = device_of(object);
    return true;
  }
  if (PyUnicode_Check(object)) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(object, &size);
    if (!text) throw PythonError();
    device = parse_device(std::string(text, static_cast<size_t>(size)));
    return true;
  }
  if (PyLong_CheckExact(object)) {
    long index = PyLong_AsLong(object);
    if (index == -1 && PyErr_Occurred()) throw PythonError();
    TT_CHECK(index >= 0 && index < 128, Runtime, "expected a device index from 0 to 127, got ", index);
    device = {DeviceType::CUDA, static_cast<int8_t>(index)};
    return true;
  }
  return false;
}

void init_dtypes(PyObject* module) {
  dtype_type.tp_repr = dtype_repr;
  dtype_type.tp_methods = dtype_methods;
  dtype_type.tp_getset = dtype_properties;
  device_type.tp_new = device_new;
  device_type.tp_str = device_str;
  device_type.tp_repr = device_repr;
  device_type.tp_hash = device_hash;
  device_type.tp_richcompare = device_compare;
  device_type.tp_methods = device_methods;
  device_type.tp_getset = device_properties;
  layout_type.tp_repr = layout_repr;
  layout_type.tp_methods = layout_methods;
  add_type(module, "dtype", dtype_type);
  add_type(module, "device", device_type);
  add_type(module, "layout", layout_type);
  for (int i = 0; i < kDTypeCount; ++i) {
    dtypes[i].dtype = static_cast<DType>(i);
    PyObject_Init(reinterpret_cast<PyObject*>(&dtypes[i]), &dtype_type);
    add_object(module, name(static_cast<DType>(i)), reinterpret_cast<PyObject*>(&dtypes[i]));
  }
  for (int i = 0; i < 2; ++i) {
    layouts[i].layout = static_cast<Layout>(i);
    PyObject_Init(reinterpret_cast<PyObject*>(&layouts[i]), &layout_type);
    add_object(module, name(static_cast<Layout>(i)), reinterpret_cast<PyObject*>(&layouts[i]));
  }
}

}  // namespace tt
