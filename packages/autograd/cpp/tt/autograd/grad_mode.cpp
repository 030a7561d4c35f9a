// The context managers of gradient recording. Being off is the Autograd key in the thread's exclude set,
// and no more.
#include "tt/autograd/python_types.h"
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

bool own_mode(PyTypeObject* type) {
  static PyObject* name = PyUnicode_InternFromString("mode");
  PyObject* mode = _PyType_Lookup(type, name);
  return mode == Py_True;
}

// GradMode(mode). A subclass that says `mode` itself takes no argument, or a function that it decorates.
PyObject* mode_new(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  PyObject* argument = PyTuple_GET_SIZE(args) ? PyTuple_GET_ITEM(args, 0) : nullptr;
  if (argument && PyCallable_Check(argument)) {
    PyRef mode = PyRef::steal(self);
    as_mode(self)->mode = own_mode(type);
    return PyObject_CallOneArg(self, argument);
  }
  as_mode(self)->mode = argument ? PyObject_IsTrue(argument) == 1 : own_mode(type);
  return self;
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
