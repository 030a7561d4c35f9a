// From C++ exceptions to Python's, and warnings.
#include <unistd.h>

#include <new>
#include <string>

#include "tt/core/base/error.h"
#include "tt/core/base/warn.h"
#include "tt/core/bind/errors.h"
#include "tt/core/bind/python.h"

namespace tt {

PyObject* out_of_memory_error = nullptr;

namespace {

PyObject* exception_type(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Type:
      return PyExc_TypeError;
    case ErrorKind::Value:
      return PyExc_ValueError;
    case ErrorKind::Index:
      return PyExc_IndexError;
    case ErrorKind::NotImplemented:
      return PyExc_NotImplementedError;
    case ErrorKind::Buffer:
      return PyExc_BufferError;
    case ErrorKind::Overflow:
      return PyExc_OverflowError;
    case ErrorKind::OutOfMemory:
      return out_of_memory_error;
    case ErrorKind::Runtime:
      break;
  }
  return PyExc_RuntimeError;
}

// A kernel may warn from anywhere; as an error filter can turn it into an exception, that is thrown on.
void show_warning(const std::string& message) {
  GilGuard gil;
  if (PyErr_WarnEx(PyExc_UserWarning, message.c_str(), 1) < 0) throw PythonError();
}

}  // namespace

void set_python_error() noexcept {
  try {
    throw;
  } catch (const PythonError&) {
  } catch (const Error& error) {
    PyErr_SetString(exception_type(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

void sleep_forever() noexcept {
  for (;;) pause();
}

void init_errors(PyObject* module) {
  warn_hook = show_warning;
  PyObject* bases = PyTuple_Pack(2, PyExc_RuntimeError, PyExc_MemoryError);
  out_of_memory_error = PyErr_NewExceptionWithDoc(
      "tt.OutOfMemoryError", "Memory ran out on a device; the message says how much was asked for.", bases,
      nullptr);
  Py_XDECREF(bases);
  if (!out_of_memory_error || PyModule_AddObjectRef(module, "OutOfMemoryError", out_of_memory_error) < 0)
    throw PythonError();
}

}  // namespace tt
