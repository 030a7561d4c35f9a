// Calling hooks, each list as it was when the node's turn came.
#include "tt/autograd/hooks.h"

#include <algorithm>
#include <string>

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

std::string name_of(PyObject* hook) {
  PyRef name = PyRef::steal(PyObject_GetAttrString(hook, "__name__"));
  const char* text = name && PyUnicode_Check(name.get()) ? PyUnicode_AsUTF8(name.get()) : nullptr;
  if (text) return text;
  PyErr_Clear();
  return "<unknown>";
}

// What takes a gradient's place must look like it.
void check_same_kind(const Tensor& was, const Tensor& got, PyObject* hook) {
  if (!got) return;
  TT_CHECK(was, Runtime, "hook '", name_of(hook), "' can't replace a None gradient with a non-None value");
  TT_CHECK(got->dtype() == was->dtype(), Runtime, "hook '", name_of(hook),
           "' has changed the type of value (was ", name(was->dtype()), ", got ", name(got->dtype()), ")");
  TT_CHECK(std::ranges::equal(got->sizes(), was->sizes()), Runtime, "hook '", name_of(hook),
           "' has changed the size of value (was ", to_string(was->sizes()), ", got ",
           to_string(got->sizes()), ")");
}

void replace(PyObject* hook, PyObject* returned, Tensor* tensors, uint32_t count) {
  if (returned == Py_None) return;
  PyRef items = PyRef::steal(is_tensor(returned) ? PyTuple_Pack(1, returned) : PySequence_Tuple(returned));
  if (!items) throw PythonError();
  Py_ssize_t given = PyTuple_GET_SIZE(items.get());
  TT_CHECK(given == static_cast<Py_ssize_t>(count), Runtime,
           "a hook has returned an incorrect number of values (got ", given, ", but expected ", count, ")");
  for (uint32_t i = 0; i < count; ++i) {
    Tensor result = tensor_from(PyTuple_GET_ITEM(items.get(), i));
    check_same_kind(tensors[i], result, hook);
    tensors[i] = std::move(result);
  }
}

}  // namespace

void run_tensor_hooks(const Hooks& hooks, Tensor* grads) {
  for (size_t entry = 0; entry < hooks.of_tensors.size(); ++entry) {
    Tensor& grad = grads[hooks.of_tensors[entry].output];
    if (!grad) continue;
    PyRef callables = snapshot(hooks.of_tensors[entry].hooks);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(callables.get()); ++i) {
      PyRef argument = PyRef::checked(wrap(grad));
      PyObject* hook = PyList_GET_ITEM(callables.get(), i);
      PyRef returned = called(hook, argument);
      if (returned.get() == Py_None) continue;
      Tensor result = tensor_from(returned.get());
      check_same_kind(grad, result, hook);
      grad = std::move(result);
    }
  }
}

void run_before(const Hooks& hooks, Tensor* grads, uint32_t count) {
  PyRef callables = snapshot(hooks.before);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(callables.get()); ++i) {
    PyRef argument = tuple_of(grads, count);
    PyObject* hook = PyList_GET_ITEM(callables.get(), i);
    PyRef returned = called(hook, argument);
    replace(hook, returned.get(), grads, count);
  }
}

void run_after(const Hooks& hooks, Tensor* results, uint32_t result_count, const Tensor* grads,
               uint32_t grad_count) {
  PyRef callables = snapshot(hooks.after);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(callables.get()); ++i) {
    PyRef of_inputs = tuple_of(results, result_count);
    PyRef of_outputs = tuple_of(grads, grad_count);
    PyObject* hook = PyList_GET_ITEM(callables.get(), i);
    PyRef returned = called(hook, of_inputs, of_outputs);
    replace(hook, returned.get(), results, result_count);
  }
}

}  // namespace tt::autograd
