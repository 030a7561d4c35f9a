#include "tt/autograd/meta.h"

#include <algorithm>

#include "tt/autograd/accumulator.h"
#include "tt/autograd/hooks.h"
#include "tt/autograd/traverse.h"

namespace tt::autograd {
namespace {

void forget_retained(Node& node, uint32_t output) {
  std::erase_if(hooks_of(node).retained,
                [&](const Hooks::Retained& entry) { return entry.output == output; });
}

}  // namespace

Meta::~Meta() {
  if (retains_grad && grad_fn) forget_retained(*grad_fn, output);
}

int Meta::traverse(int (*visit)(void* object, void* arg), void* arg) {
  Walk walk(visit, arg);
  walk.meta(*this);
  return walk.run();
}

void Meta::clear() {
  if (retains_grad && grad_fn) forget_retained(*grad_fn, output);
  retains_grad = false;
  // Out of the object first: what they drop may come back here.
  Tensor old_grad = std::move(grad);
  Ref<Node> old_fn = std::move(grad_fn);
  PyRef old_hooks = std::move(hooks);
}

void set_history(TensorImpl& tensor, Ref<Node> node, uint32_t output) {
  Meta& meta = ensure_meta(tensor);
  if (TT_UNLIKELY(meta.grad_fn || meta.hooks)) {
    // Hooks stay with the value that they were registered on; a retained gradient is the final value's.
    if (meta.retains_grad && meta.grad_fn) {
      forget_retained(*meta.grad_fn, meta.output);
      hooks_of(*node).retained.push_back({output, &tensor});
    }
    meta.hooks = {};
  }
  meta.grad_fn = std::move(node);
  meta.output = output;
  meta.version = tensor.version();
  tensor.set_requires_grad(true);
}

void cut_history(TensorImpl& tensor) {
  if (Meta* meta = meta_of(tensor)) {
    Tensor grad = std::move(meta->grad);
    meta->clear();
    meta->grad = std::move(grad);
  }
  tensor.set_requires_grad(false);
}

Edge edge_of(TensorImpl& tensor) {
  Node* made_by = grad_fn_of(tensor);
  if (made_by) return {Ref<Node>::share(made_by), meta_of(tensor)->output};
  if (!(tensor.flags & kRequiresGrad)) return {};
  return {accumulator_of(tensor), 0};
}

PyObject* tensor_hooks(TensorImpl& tensor) {
  Meta& meta = ensure_meta(tensor);
  Node* node = grad_fn_of(tensor);
  if (!meta.hooks) {
    meta.hooks = PyRef::checked(PyDict_New());
    if (!node) node = meta.accumulator;
    if (node) hooks_of(*node).of_tensors.push_back({meta.output, meta.hooks});
  }
  return meta.hooks.get();
}

void retain_grad(TensorImpl& tensor) {
  Node* node = grad_fn_of(tensor);
  Meta& meta = ensure_meta(tensor);
  if (!node || meta.retains_grad) return;
  meta.retains_grad = true;
  hooks_of(*node).retained.push_back({meta.output, &tensor});
}

}  // namespace tt::autograd
