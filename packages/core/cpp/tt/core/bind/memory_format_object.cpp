#include "tt/core/bind/memory_format_object.h"

#include "tt/core/bind/objects.h"

namespace tt {
namespace {

struct MemoryFormatObject {
  PyObject_HEAD
  MemoryFormat format;
};

MemoryFormatObject formats[kMemoryFormatCount];

MemoryFormat format_of(PyObject* self) { return reinterpret_cast<MemoryFormatObject*>(self)->format; }

PyObject* repr(PyObject* self) { return PyUnicode_FromFormat("tt.%s", name(format_of(self))); }
// A string is pickled as the name of a global, and copied as the object itself.
PyObject* reduce(PyObject* self, PyObject*) { return PyUnicode_FromString(name(format_of(self))); }

PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

PyTypeObject memory_format_type = {PyVarObject_HEAD_INIT(nullptr, 0)};

PyObject* to_python(MemoryFormat format) {
  return Py_NewRef(reinterpret_cast<PyObject*>(&formats[static_cast<int>(format)]));
}

bool memory_format_from_python(PyObject* object, MemoryFormat& format) {
  if (Py_TYPE(object) != &memory_format_type) return false;
  format = format_of(object);
  return true;
}

void init_memory_formats(PyObject* module) {
  memory_format_type.tp_name = "tt.memory_format";
  memory_format_type.tp_basicsize = sizeof(MemoryFormatObject);
  memory_format_type.tp_flags = Py_TPFLAGS_DEFAULT;
  memory_format_type.tp_doc = "In which order the dims of a fresh tensor lie in memory.";
  memory_format_type.tp_repr = repr;
  memory_format_type.tp_methods = methods;
  add_type(module, "memory_format", memory_format_type);
  for (int i = 0; i < kMemoryFormatCount; ++i) {
    formats[i].format = static_cast<MemoryFormat>(i);
    auto* object = reinterpret_cast<PyObject*>(&formats[i]);
    PyObject_Init(object, &memory_format_type);
    add_object(module, name(formats[i].format), object);
  }
}

}  // namespace tt
