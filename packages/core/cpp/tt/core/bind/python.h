// Python.h and what every binding file needs with it: owned references, and errors that cross
// between C++ and Python in either direction.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cxxabi.h>

#include <exception>

#include "tt/core/base/macros.h"

namespace tt {

// A Python exception is set and travels through C++ frames as this.
struct TT_API PythonError : std::exception {
  const char* what() const noexcept override { return "a Python exception is set"; }
};

// Sets the Python exception for the C++ exception that is being handled; call it in a catch (...).
TT_API void set_python_error() noexcept;

// Note [Closing interpreter]
// A daemon thread that wants the GIL after the interpreter closed is ended by unwinding its stack. C++ frames
// must not be unwound like that: their destructors would touch Python without the GIL, and noexcept ends
// the process. So where C++ calls Python code, the unwinding is caught and the thread sleeps until the
// process ends, which is what Python itself does from 3.14 on.
[[noreturn]] TT_API void sleep_forever() noexcept;

// `call` runs Python code and returns a new reference or null.
template <class Call>
PyObject* calling_python(Call&& call) {
  try {
    return call();
  } catch (const abi::__forced_unwind&) {
    sleep_forever();
  }
}

// Runs body and returns what it returns; on a C++ exception sets the Python one and returns `failure`.
template <class Body, class Result>
__attribute__((always_inline)) inline Result guarded(Result failure, Body&& body) noexcept {
  try {
    return body();
  } catch (const abi::__forced_unwind&) {
    sleep_forever();
  } catch (...) {
    set_python_error();
    return failure;
  }
}
template <class Body>
__attribute__((always_inline)) inline PyObject* guarded(Body&& body) noexcept {
  return guarded<Body, PyObject*>(nullptr, static_cast<Body&&>(body));
}

// An owned reference to a Python object.
class PyRef {
 public:
  PyRef() = default;
  static PyRef steal(PyObject* object) {
    PyRef ref;
    ref.object_ = object;
    return ref;
  }
  static PyRef share(PyObject* object) {
    Py_XINCREF(object);
    return steal(object);
  }
  // For results of the C API: null means that an exception is set.
  static PyRef checked(PyObject* object) {
    if (!object) throw PythonError();
    return steal(object);
  }
  PyRef(const PyRef& other) : object_(other.object_) { Py_XINCREF(object_); }
  PyRef(PyRef&& other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  PyRef& operator=(PyRef other) noexcept {
    PyObject* mine = object_;
    object_ = other.object_;
    other.object_ = mine;
    return *this;
  }
  ~PyRef() { Py_XDECREF(object_); }
  PyObject* get() const { return object_; }
  PyObject* give() {
    PyObject* object = object_;
    object_ = nullptr;
    return object;
  }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

// Holds the GIL, for C++ code that may run without it.
class GilGuard {
 public:
  GilGuard() : state_(PyGILState_Ensure()) {}
  ~GilGuard() { PyGILState_Release(state_); }
  GilGuard(const GilGuard&) = delete;
  GilGuard& operator=(const GilGuard&) = delete;

 private:
  PyGILState_STATE state_;
};

}  // namespace tt
