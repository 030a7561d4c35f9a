// Calling hooks, each list as it was when the node's turn came.
#include "tt/autograd/hooks.h"

#include "tt/core/base/error.h"
#include "tt/core/bind/tensor_object.h"

namespace tt::autograd {
namespace {

// A hook may add or take away hooks while it runs.
PyRef snapshot(const PyRef& dict) { return PyRef::checked(PyDict_Values(dict.get())); }

template <class... Refs>
PyRef called(PyObject* hook, const Refs&... arguments) {
  return PyRef::checked(
      calling_python([&] { return PyObject_CallFunctionObjArgs(hook, arguments.get()..., nullptr); }));
}

PyRef tuple_of(const Tensor* tensors, uint32_t count) {
  PyRef tuple = PyRef::checked(PyTuple_New(count));
  for (uint32_t i = 0; i < count; ++i) PyTuple_SET_ITEM(tuple.get(), i, wrap(tensors[i]));
  return tuple;
}

Tensor tensor_from(PyObject* object) {
  if (object == Py_None) return {};
  TT_CHECK(is_tensor(object), Type, "expected a hook to return a Tensor or None, got ",
           Py_TYPE(object)->tp_name);
  return Tensor::share(unwrap(object));
}

void replace(PyObject* returned, Tensor* tensors, uint32_t count) {
  if (returned == Py_None) return;
  PyRef items = PyRef::steal(is_tensor(returned) ? PyTuple_Pack(1, returned) : PySequence_Tuple(returned));
  if (!items) throw PythonError();
  Py_ssize_t given = PyTuple_GET_SIZE(items.get());
  TT_CHECK(given == static_cast<Py_ssize_t>(count), Runtime,
           "a hook has returned an incorrect number of values (got ", given, ", but expected ", count, ")");
  for (uint32_t i = 0; i < count; ++i) tensors[i] = tensor_from(PyTuple_GET_ITEM(items.get(), i));
}

}  // namespace

void run_tensor_hooks(const Hooks& hooks, Tensor* grads) {
  for (size_t entry = 0; entry < hooks.of_tensors.size(); ++entry) {
    Tensor& grad = grads[hooks.of_tensors[entry].output];
    if (!grad) continue;
    PyRef callables = snapshot(hooks.of_tensors[entry].hooks);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(callables.get()); ++i) {
      PyRef argument = PyRef::checked(wrap(grad));
      PyRef returned = called(PyList_GET_ITEM(callables.get(), i), argument);
      if (returned.get() != Py_None) grad = tensor_from(returned.get());
    }
  }
}

void run_before(const Hooks& hooks, Tensor* grads, uint32_t count) {
  PyRef callables = snapshot(hooks.before);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(callables.get()); ++i) {
    PyRef argument = tuple_of(grads, count);
    PyRef returned = called(PyList_GET_ITEM(callables.get(), i), argument);
    replace(returned.get(), grads, count);
  }
}

void run_after(const Hooks& hooks, Tensor* results, uint32_t result_count, const Tensor* grads,
               uint32_t grad_count) {
  PyRef callables = snapshot(hooks.after);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(callables.get()); ++i) {
    PyRef of_inputs = tuple_of(results, result_count);
    PyRef of_outputs = tuple_of(grads, grad_count);
    PyRef returned = called(PyList_GET_ITEM(callables.get(), i), of_inputs, of_outputs);
    replace(returned.get(), results, result_count);
  }
}

}  // namespace tt::autograd
