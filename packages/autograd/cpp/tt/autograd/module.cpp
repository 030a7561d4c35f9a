// The extension module tt_autograd._C: entry points of the Python side, and what autograd installs in core
// when it is loaded.
#include "tt/autograd/context_derivative.h"
#include "tt/autograd/derivative.h"
#include "tt/autograd/meta.h"
#include "tt/autograd/python_backward.h"
#include "tt/autograd/python_types.h"
#include "tt/autograd/record.h"
#include "tt/core/base/error.h"
#include "tt/core/base/module_stamp.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/dispatch/invoke.h"

namespace tt::autograd {
namespace {

PyObject* tensor_hooks_from_python(PyObject*, PyObject* tensor) {
  return guarded([&] { return Py_NewRef(tensor_hooks(tensor_argument(tensor))); });
}

PyObject* retain_grad_from_python(PyObject*, PyObject* tensor) {
  return guarded([&]() -> PyObject* {
    retain_grad(tensor_argument(tensor));
    Py_RETURN_NONE;
  });
}

// Cuts the tensor from its history, in place.
PyObject* detach_from_python(PyObject*, PyObject* object) {
  return guarded([&]() -> PyObject* {
    TensorImpl& tensor = tensor_argument(object);
    TT_CHECK(!tensor.view, Runtime, "Can't detach views in-place. Use detach() instead.");
    cut_history(tensor);
    Py_RETURN_NONE;
  });
}

PyObject* gradient_edge(PyObject*, PyObject* object) {
  return guarded([&]() -> PyObject* {
    TensorImpl& tensor = tensor_argument(object);
    Edge edge = tensor.requires_grad() ? edge_of(tensor) : Edge{};
    PyRef node = PyRef::checked(wrap_node(edge.node.get()));
    return Py_BuildValue("(OI)", node.get(), edge.output);
  });
}

// conj(x): the complex conjugate of a Tensor or number, and x itself where it is real.
PyObject* conj(PyObject*, PyObject* object) {
  if (!is_tensor(object)) return PyObject_CallMethod(object, "conjugate", nullptr);
  if (!is_complex(unwrap(object)->dtype())) return Py_NewRef(object);
  return guarded([&] { return wrap(invoke(find_op<"conj_physical">(), {Slot::of(unwrap(object))})); });
}

template <class Function>
PyCFunction as_method(Function* function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef functions[] = {
    {"set_derivative", as_method(set_derivative), METH_VARARGS | METH_KEYWORDS,
     "set_derivative(qualified, formulas, joint=None, materialize=False, non_differentiable=False)"},
    {"forget_derivative", forget_derivative, METH_O,
     "forget_derivative(qualified): takes a run-time registration away"},
    {"derivative_info", derivative_info, METH_O,
     "derivative_info(qualified) -> dict or None: the node's name and where each formula is"},
    {"set_context_derivative", set_context_derivative, METH_VARARGS,
     "set_context_derivative(qualified, setup, run, file, line): a derivative over a context object"},
    {"forget_context_derivative", forget_context_derivative, METH_O,
     "forget_context_derivative(qualified): takes it away"},
    {"run_backward", as_method(run_backward_from_python), METH_FASTCALL,
     "run_backward(tensors, grads, keep_graph, create_graph, inputs, accumulate) -> tuple of gradients or "
     "None"},
    {"attach_to_node", as_method(attach_to_node), METH_FASTCALL, "Adds a method to the type Node."},
    {"tensor_hooks", tensor_hooks_from_python, METH_O, "The dict of a tensor's hooks."},
    {"retain_grad", retain_grad_from_python, METH_O, "Keep the gradient of a tensor that is no leaf."},
    {"detach_", detach_from_python, METH_O, "Cut a tensor from its history, in place."},
    {"gradient_edge", gradient_edge, METH_O, "(node, output) that a gradient of the tensor flows into."},
    {"conj", conj, METH_O, "The complex conjugate of a Tensor or number; what is real is returned as it is."},
    {"is_grad_enabled", is_grad_enabled, METH_NOARGS,
     "is_grad_enabled()\n--\n\nTrue when ops are recorded in this thread."},
    {"set_grad_enabled", set_grad_enabled, METH_O, "Recording on or off in this thread."},
    {nullptr, nullptr, 0, nullptr},
};

int execute(PyObject* module) {
  return guarded(-1, [&] {
    // The headers of core that this was compiled against; the package compares before it goes on.
    if (PyModule_AddStringConstant(module, "stamp", module_stamp()) < 0) throw PythonError();
    register_record();
    init_node(module);
    init_grad_mode(module);
    add_properties();
    return 0;
  });
}

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void*>(execute)},
    {0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "tt_autograd._C",
                          "Recording and the backward engine.",
                          0,
                          functions,
                          slots,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace
}  // namespace tt::autograd

PyMODINIT_FUNC PyInit__C() { return PyModuleDef_Init(&tt::autograd::definition); }
