#include "tt/kernels/cuda/provider.h"

#include "tt/core/base/error.h"
#include "tt/core/bind/python.h"

namespace tt::cuda {
namespace {

PyRef call(const char* module, const char* function, PyRef arguments) {
  PyRef imported = PyRef::checked(PyImport_ImportModule(module));
  PyRef callable = PyRef::checked(PyObject_GetAttrString(imported.get(), function));
  return PyRef::checked(calling_python([&] { return PyObject_CallObject(callable.get(), arguments.get()); }));
}

}  // namespace

Compiled compile_by_nvrtc(const KernelSource& source, const Properties& device) {
  GilGuard gil;
  PyRef made = call("tt_kernels.cuda.compiler", "compile_for_device",
                    PyRef::checked(Py_BuildValue("(sssi)", source.name.c_str(), source.unit.c_str(),
                                                 source.functor.c_str(), 10 * device.major + device.minor)));
  const char *image, *symbol, *how;
  Py_ssize_t bytes;
  if (!PyArg_ParseTuple(made.get(), "y#ss", &image, &bytes, &symbol, &how)) throw PythonError();
  return {std::string(image, static_cast<size_t>(bytes)), symbol, how};
}

Segment take_cupy_segment(size_t bytes, CUstream stream) {
  GilGuard gil;
  PyRef made = call("tt_kernels.cuda.segments", "take",
                    PyRef::checked(Py_BuildValue("(nK)", static_cast<Py_ssize_t>(bytes),
                                                 reinterpret_cast<unsigned long long>(stream))));
  if (made.get() == Py_None) return {};
  PyRef address = PyRef::checked(PyObject_GetAttrString(made.get(), "ptr"));
  void* data = PyLong_AsVoidPtr(address.get());
  if (PyErr_Occurred()) throw PythonError();
  return {data, made.give(), current_device(), stream};
}

void give_cupy_segment_back(const Segment& segment) {
  if (!Py_IsInitialized()) return;
  GilGuard gil;
  Py_XDECREF(static_cast<PyObject*>(segment.owner));
}

std::string cublas_library() {
  GilGuard gil;
  PyRef path = call("tt_kernels.cuda.libraries", "cublas", PyRef::checked(PyTuple_New(0)));
  const char* text = PyUnicode_AsUTF8(path.get());
  if (!text) throw PythonError();
  return text;
}

}  // namespace tt::cuda
