// The context managers of gradient recording. Being off is the Autograd key in the thread's exclude set,
// and no more.
#include <cstring>

#include "tt/autograd/python_types.h"
#include "tt/core/base/error.h"
#include "tt/core/base/thread_state.h"
#include "tt/core/bind/python.h"

namespace tt::autograd {
namespace {

struct GradModeObject {
  PyObject_HEAD
  bool mode;
  // What each __enter__ found, the latest in the lowest bit: one object may be entered 64 deep.
  uint64_t before;
};

void set_grad_mode(bool on) {
  KeySet exclude = thread_state.exclude;
  thread_state.exclude = on ? exclude - Key::Autograd : exclude | Key::Autograd;
}

GradModeObject* as_mode(PyObject* self) { return reinterpret_cast<GradModeObject*>(self); }

// What a subclass says `mode` to be; null where each object is told.
PyObject* own_mode(PyTypeObject* type) {
  static PyObject* name = PyUnicode_InternFromString("mode");
  PyObject* mode = _PyType_Lookup(type, name);
  return mode && PyBool_Check(mode) ? mode : nullptr;
}

const char* short_name(PyTypeObject* type) {
  const char* dot = std::strrchr(type->tp_name, '.');
  return dot ? dot + 1 : type->tp_name;
}

// GradMode(mode). A subclass that says `mode` itself takes no argument, or a function that it decorates.
PyObject* mode_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  PyObject* own = own_mode(type);
  Py_ssize_t count = PyTuple_GET_SIZE(args);
  PyObject* argument = count ? PyTuple_GET_ITEM(args, 0) : nullptr;
  if (!argument && !own && keywords) argument = PyDict_GetItemString(keywords, "mode");  // borrowed
  Py_ssize_t given = count + (keywords ? PyDict_GET_SIZE(keywords) : 0);
  return guarded([&]() -> PyObject* {
    if (own) {
      bool fits = given == 0 || (given == 1 && argument && PyCallable_Check(argument));
      TT_CHECK(fits, Type, short_name(type), ": expected no argument, or the function that it decorates");
    } else {
      TT_CHECK(given == 1 && argument, Type, short_name(type), ": expected one argument, 'mode', got ",
               given);
      TT_CHECK(PyBool_Check(argument), Type, short_name(type), ": expected a bool for 'mode', got ",
               Py_TYPE(argument)->tp_name);
    }
    PyRef self = PyRef::checked(type->tp_alloc(type, 0));
    as_mode(self.get())->mode = (own ? own : argument) == Py_True;
    return own && argument ? PyObject_CallOneArg(self.get(), argument) : self.give();
  });
}

int mode_init(PyObject*, PyObject*, PyObject*) { return 0; }

PyObject* mode_enter(PyObject* self, PyObject*) {
  GradModeObject* mode = as_mode(self);
  mode->before = mode->before << 1 | static_cast<uint64_t>(grad_enabled());
  set_grad_mode(mode->mode);
  return Py_NewRef(self);
}

PyObject* mode_exit(PyObject* self, PyObject* const*, Py_ssize_t) {
  GradModeObject* mode = as_mode(self);
  set_grad_mode(mode->before & 1);
  mode->before >>= 1;
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"__enter__", mode_enter, METH_NOARGS, nullptr},
    {"__exit__", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(mode_exit)), METH_FASTCALL,
     nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyTypeObject make_type() {
  PyTypeObject type = {PyVarObject_HEAD_INIT(nullptr, 0)};
  type.tp_name = "tt_autograd._C.GradMode";
  type.tp_basicsize = sizeof(GradModeObject);
  type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
  type.tp_doc = "GradMode(mode)\n--\n\nRecording on or off inside a with block, in this thread.";
  type.tp_new = mode_new;
  type.tp_init = mode_init;
  type.tp_methods = methods;
  return type;
}

PyTypeObject grad_mode_type = make_type();

}  // namespace

PyObject* is_grad_enabled(PyObject*, PyObject*) { return PyBool_FromLong(grad_enabled()); }

PyObject* set_grad_enabled(PyObject*, PyObject* mode) {
  int on = PyObject_IsTrue(mode);
  if (on < 0) return nullptr;
  set_grad_mode(on);
  Py_RETURN_NONE;
}

void init_grad_mode(PyObject* module) {
  if (PyType_Ready(&grad_mode_type) < 0) throw PythonError();
  if (PyModule_AddObjectRef(module, "GradMode", reinterpret_cast<PyObject*>(&grad_mode_type)) < 0)
    throw PythonError();
}

}  // namespace tt::autograd
