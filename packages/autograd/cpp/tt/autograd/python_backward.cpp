#include "tt/autograd/python_backward.h"

#include <algorithm>
#include <vector>

#include "tt/autograd/engine.h"
#include "tt/autograd/meta.h"
#include "tt/core/dispatch/invoke.h"

namespace tt::autograd {
namespace {

Edge root_edge(TensorImpl& tensor, Py_ssize_t index) {
  Edge edge = tensor.requires_grad() ? edge_of(tensor) : Edge{};
  TT_CHECK(edge.node, Runtime, "element ", index,
           " of tensors does not require grad and does not have a grad_fn");
  return edge;
}

Tensor implicit_grad(TensorImpl& tensor) {
  TT_CHECK(tensor.numel() == 1, Runtime, "grad can be implicitly created only for scalar outputs, got shape ",
           to_string(tensor.sizes()), "\nhint: pass the gradient of the output, or take the sum() first");
  TT_CHECK(!is_complex(tensor.dtype()), Runtime,
           "grad can be implicitly created only for real scalar outputs but got tt.", name(tensor.dtype()));
  return invoke(find_op<"ones_like">(), {Slot::of(&tensor)});
}

Tensor root_grad(TensorImpl& tensor, PyObject* given, Py_ssize_t index) {
  if (given == Py_None) return implicit_grad(tensor);
  TT_CHECK(is_tensor(given), Type, "gradients can be either Tensors or None, but got ",
           Py_TYPE(given)->tp_name);
  TensorImpl& grad = *unwrap(given);
  TT_CHECK(std::ranges::equal(grad.sizes(), tensor.sizes()), Runtime, "Mismatch in shape: grad_output[",
           index, "] has a shape of ", to_string(grad.sizes()), " and output[", index, "] has a shape of ",
           to_string(tensor.sizes()), ".");
  TT_CHECK(is_complex(grad.dtype()) == is_complex(tensor.dtype()), Runtime,
           "For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch "
           "in dtype: grad_output[",
           index, "] has a dtype of tt.", name(grad.dtype()), " and output[", index, "] has a dtype of tt.",
           name(tensor.dtype()), ".");
  if (grad.dtype() == tensor.dtype()) return Tensor::share(&grad);
  return invoke(find_op<"_to_copy">(), {Slot::of(&grad), Slot::of(tensor.dtype())});
}

struct Targets {
  std::vector<Capture> captures;
  std::vector<Ref<Node>> leaves;

  void add(TensorImpl& input, bool accumulate) {
    TT_CHECK(input.requires_grad(), Runtime, "One of the differentiated Tensors does not require grad");
    Edge edge = edge_of(input);
    TT_CHECK(edge.node, Runtime,
             "One of the differentiated Tensors is a view that was made in no_grad mode: no gradient "
             "flows into it");
    if (accumulate && is_leaf(input)) {
      leaves.push_back(std::move(edge.node));
      return;
    }
    if (accumulate) retain_grad(input);
    captures.push_back({std::move(edge), {}});
  }
};

}  // namespace

PyObject* run_backward_from_python(PyObject*, PyObject* const* args, Py_ssize_t count) {
  return guarded([&]() -> PyObject* {
    TT_CHECK(count == 6, Type, "run_backward: expected 6 arguments, got ", count);
    Py_ssize_t root_count = PyTuple_GET_SIZE(args[0]);
    TT_CHECK(PyTuple_GET_SIZE(args[1]) == root_count, Runtime, "got ", root_count, " tensors and ",
             PyTuple_GET_SIZE(args[1]), " gradients");
    std::vector<Edge> roots;
    std::vector<Tensor> grads;
    for (Py_ssize_t i = 0; i < root_count; ++i) {
      TensorImpl& tensor = tensor_argument(PyTuple_GET_ITEM(args[0], i));
      roots.push_back(root_edge(tensor, i));
      grads.push_back(root_grad(tensor, PyTuple_GET_ITEM(args[1], i), i));
    }
    BackwardOptions options;
    options.keep_graph = args[2] == Py_True;
    options.create_graph = args[3] == Py_True;
    bool accumulate = args[5] == Py_True;
    Targets targets;
    if (args[4] != Py_None) {
      for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args[4]); ++i)
        targets.add(tensor_argument(PyTuple_GET_ITEM(args[4], i)), accumulate);
      options.captures = &targets.captures;
      options.leaves = &targets.leaves;
    }
    run_backward(roots, std::move(grads), options);
    if (args[4] == Py_None || accumulate) Py_RETURN_NONE;
    PyRef result = PyRef::checked(PyTuple_New(static_cast<Py_ssize_t>(targets.captures.size())));
    for (size_t i = 0; i < targets.captures.size(); ++i) {
      PyTuple_SET_ITEM(result.get(), static_cast<Py_ssize_t>(i),
                       PyRef::checked(wrap(std::move(targets.captures[i].grad))).give());
    }
    return result.give();
  });
}

}  // namespace tt::autograd
