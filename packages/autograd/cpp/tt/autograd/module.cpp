// The extension module tt_autograd._C: entry points of the Python side, and what autograd installs in core
// when it is loaded.
#include "core_stamp.gen.h"
#include "tt/autograd/derivative.h"
#include "tt/autograd/engine.h"
#include "tt/autograd/meta.h"
#include "tt/autograd/python_types.h"
#include "tt/autograd/record.h"
#include "tt/core/base/error.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/dispatch/invoke.h"

namespace tt::autograd {
namespace {

TensorImpl& tensor_argument(PyObject* object) {
  TT_CHECK(is_tensor(object), Type, "expected a Tensor, got ", Py_TYPE(object)->tp_name);
  return *unwrap(object);
}

Edge root_edge(PyObject* object, Py_ssize_t index) {
  TensorImpl& tensor = tensor_argument(object);
  Edge edge = tensor.requires_grad() ? edge_of(tensor) : Edge{};
  TT_CHECK(edge.node, Runtime, "element ", index, " of tensors does not require grad and does not have a grad_fn");
  return edge;
}

// run_backward(tensors, grads, keep_graph, create_graph, inputs, accumulate) -> tuple of gradients or None.
// All are tuples or bools, `inputs` a tuple or None; `accumulate` adds to the `.grad` of the inputs.
PyObject* run_backward_from_python(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return guarded([&]() -> PyObject* {
    TT_CHECK(count == 6, Type, "run_backward: expected 6 arguments, got ", count);
    std::vector<Edge> roots;
    std::vector<Tensor> grads;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args[0]); ++i) {
      roots.push_back(root_edge(PyTuple_GET_ITEM(args[0], i), i));
      grads.push_back(Tensor::share(&tensor_argument(PyTuple_GET_ITEM(args[1], i))));
    }
    BackwardOptions options;
    options.keep_graph = args[2] == Py_True;
    options.create_graph = args[3] == Py_True;
    bool accumulate = args[5] == Py_True;
    std::vector<Capture> captures;
    std::vector<Ref<Node>> leaves;
    if (args[4] != Py_None) {
      for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args[4]); ++i) {
        TensorImpl& input = tensor_argument(PyTuple_GET_ITEM(args[4], i));
        TT_CHECK(input.requires_grad(), Runtime, "One of the differentiated Tensors does not require grad");
        Edge edge = edge_of(input);
        TT_CHECK(edge.node, Runtime, "One of the differentiated Tensors is a view that was made in no_grad mode: no "
                 "gradient flows into it");
        if (accumulate && is_leaf(input)) {
          leaves.push_back(edge.node);
          continue;
        }
        if (accumulate) retain_grad(input);
        captures.push_back({std::move(edge), {}});
      }
      options.captures = &captures;
      options.leaves = &leaves;
    }
    run_backward(roots, std::move(grads), options);
    if (args[4] == Py_None || accumulate) Py_RETURN_NONE;
    PyRef result = PyRef::checked(PyTuple_New(static_cast<Py_ssize_t>(captures.size())));
    for (size_t i = 0; i < captures.size(); ++i) {
      PyTuple_SET_ITEM(result.get(), static_cast<Py_ssize_t>(i), PyRef::checked(wrap(std::move(captures[i].grad))).give());
    }
    return result.give();
  });
}

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
    if (Meta* meta = meta_of(tensor)) {
      Tensor grad = std::move(meta->grad);
      meta->clear();
      meta->grad = std::move(grad);
    }
    tensor.set_requires_grad(false);
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
    {"derivative_info", derivative_info, METH_O, "derivative_info(qualified) -> dict or None: the node's name and where each formula is"},
    {"run_backward", as_method(run_backward_from_python), METH_FASTCALL,
     "run_backward(tensors, grads, keep_graph, create_graph, inputs, accumulate) -> tuple or None"},
    {"attach_to_node", as_method(attach_to_node), METH_FASTCALL, "Adds a method to the type Node."},
    {"tensor_hooks", tensor_hooks_from_python, METH_O, "The dict of a tensor's hooks."},
    {"retain_grad", retain_grad_from_python, METH_O, "Keep the gradient of a tensor that is no leaf."},
    {"detach_", detach_from_python, METH_O, "Cut a tensor from its history, in place."},
    {"gradient_edge", gradient_edge, METH_O, "(node, output) that a gradient of the tensor flows into."},
    {"conj", conj, METH_O, "The complex conjugate of a Tensor or number; what is real is returned as it is."},
    {"is_grad_enabled", is_grad_enabled, METH_NOARGS, "is_grad_enabled()\n--\n\nTrue when ops are recorded in this thread."},
    {"set_grad_enabled", set_grad_enabled, METH_O, "Recording on or off in this thread."},
    {nullptr, nullptr, 0, nullptr},
};

int execute(PyObject* module) {
  return guarded(-1, [&] {
    // The headers of core that this was compiled against; the package compares before it goes on.
    if (PyModule_AddStringConstant(module, "stamp", TT_CORE_STAMP) < 0) throw PythonError();
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

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "tt_autograd._C", "Recording and the backward engine.", 0, functions, slots, nullptr, nullptr, nullptr};

}  // namespace
}  // namespace tt::autograd

PyMODINIT_FUNC PyInit__C() { return PyModuleDef_Init(&tt::autograd::definition); }
