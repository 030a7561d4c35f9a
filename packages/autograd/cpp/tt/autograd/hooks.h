// Hooks: Python callables that see, and may replace, gradients on their way through a node. They are kept
// in dicts (id -> callable), so that a handle can take its hook away again.
#pragma once

#include <vector>

#include "tt/autograd/node.h"
#include "tt/core/bind/python.h"

namespace tt::autograd {

struct Hooks {
  // Of Tensor.register_hook: hook(grad) -> grad or None, before the node runs.
  struct OfTensor {
    uint32_t output;
    PyRef hooks;
  };
  // Of Tensor.retain_grad. The tensor is not owned: its meta takes the entry away when it dies.
  struct Retained {
    uint32_t output;
    TensorImpl* tensor;
  };
  std::vector<OfTensor> of_tensors;
  std::vector<Retained> retained;
  PyRef before;  // Node.register_prehook: hook(grads) -> grads or None
  PyRef after;   // Node.register_hook: hook(grads of inputs, grads of outputs) -> grads of inputs or None
};

inline Hooks& hooks_of(Node& node) {
  if (!node.hooks) node.hooks = new Hooks;
  return *node.hooks;
}

// Each may replace gradients in place; a hook's exception travels as PythonError.
void run_tensor_hooks(const Hooks& hooks, Tensor* grads);
void run_before(const Hooks& hooks, Tensor* grads, uint32_t count);
void run_after(const Hooks& hooks, Tensor* results, uint32_t result_count, const Tensor* grads,
               uint32_t grad_count);

}  // namespace tt::autograd
