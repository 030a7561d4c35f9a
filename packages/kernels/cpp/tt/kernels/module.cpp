// The extension module tt_kernels._C: loading it defines the op table and registers every kernel of this
// package. What it exposes is for tools and tests.
#include <nanobind/nanobind.h>

#include "tt/core/base/module_stamp.h"
#include "tt/core/bind/op_groups.h"
#include "tt/core/bind/python.h"
#include "tt/core/dispatch/registry.h"
#include "tt/core/dispatch/spec.h"
#include "tt/kernels/cpu/isa.h"
#include "tt/kernels/cpu/pointwise_table.h"
#include "tt/kernels/cuda/python.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

void load() {
  for (int i = 0; i < op_table.count; ++i) Registry::instance().define(op_table.ops[i]);
  register_copies();  // first: the iterator's conversions are theirs
  register_generated();
  register_views();
  register_view_gradients();
  register_factories();
  register_division();
  register_any_device();
  register_second_names();
  register_cuda();
  attach_ops();
}

PyObject* isa(PyObject*, PyObject*) { return PyUnicode_FromString(name(running_isa())); }

PyObject* isas(PyObject*, PyObject*) {
  constexpr const char* kBuilt =
      "baseline"
#ifdef TT_HAVE_AVX2
      ",avx2"
#endif
#ifdef TT_HAVE_AVX512
      ",avx512"
#endif
      ;
  return guarded([&]() -> PyObject* {
    return Py_BuildValue("{s:s,s:s,s:s}", "built", kBuilt, "machine", name(machine_isa()), "allowed",
                         name(allowed_isa()));
  });
}

PyObject* set_blas_library_from(PyObject*, PyObject* path) {
  return guarded([&]() -> PyObject* {
    const char* text = PyUnicode_AsUTF8(path);
    if (!text) return nullptr;
    set_blas_library(text);
    Py_RETURN_NONE;
  });
}

PyObject* loops(PyObject*, PyObject* op) {
  return guarded([&]() -> PyObject* {
    const char* text = PyUnicode_AsUTF8(op);
    if (!text) return nullptr;
    const PointwiseLoops* found = pointwise_loops(text);
    if (!found) Py_RETURN_NONE;
    PyRef dtypes = PyRef::checked(PyList_New(0));
    for (int i = 0; i < kDTypeCount; ++i) {
      if (!found->by_dtype[i]) continue;
      PyRef dtype = PyRef::checked(PyUnicode_FromString(name(static_cast<DType>(i))));
      if (PyList_Append(dtypes.get(), dtype.get()) < 0) return nullptr;
    }
    return Py_BuildValue("{s:s,s:s,s:s,s:i,s:O}", "functor", found->info.name, "isa", found->info.isa, "file",
                         found->info.where.file, "line", found->info.where.line, "dtypes", dtypes.get());
  });
}

PyMethodDef methods[] = {
    {"isa", isa, METH_NOARGS,
     "isa() -> str\n\nThe instruction set whose loops run: baseline, avx2 or avx512."},
    {"isas", isas, METH_NOARGS,
     "isas() -> dict\n\nThe instruction sets that this build has loops for, the best that the machine runs, "
     "and the\nbest that TT_ISA allows."},
    {"set_blas_library", set_blas_library_from, METH_O,
     "set_blas_library(path: str) -> None\n\nSays where the BLAS library is; the first matmul that needs it "
     "opens it."},
    {"loops", loops, METH_O,
     "loops(op: str) -> dict | None\n\nThe loops of a pointwise op: functor, isa, file, line and dtypes."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace
}  // namespace tt::kernels

NB_MODULE(_C, m) {
  m.doc() = "Plans and kernels.";
  // The headers of core that this was compiled against; the package compares before it goes on.
  m.attr("stamp") = tt::module_stamp();
  bool loaded = PyModule_AddFunctions(m.ptr(), tt::kernels::methods) == 0 && tt::guarded(false, [] {
                  tt::kernels::load();
                  return true;
                });
  if (!loaded) throw nanobind::python_error();
  tt::cuda::add_python(m);
}
