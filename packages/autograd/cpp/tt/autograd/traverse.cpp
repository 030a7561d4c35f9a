#include "tt/autograd/traverse.h"

#include "tt/autograd/hooks.h"

namespace tt::autograd {

bool Walk::owns(const void* object, uint32_t references) {
  if (references == 1) return true;
  return ++met_[object] == references;
}

void Walk::object(PyObject* object) {
  if (object && result_ == 0) result_ = visit_(object, arg_);
}

void Walk::tensor(TensorImpl* tensor) {
  if (tensor && owns(tensor, tensor->references.count())) tensors_.push_back(tensor);
}

void Walk::node(Node* node) {
  if (node && owns(node, node->references.count())) nodes_.push_back(node);
}

void Walk::meta(const Meta& meta) {
  object(meta.hooks.get());
  tensor(meta.grad.get());
  node(meta.grad_fn.get());
}

int Walk::run() {
  while (result_ == 0 && !(nodes_.empty() && tensors_.empty())) {
    if (!tensors_.empty()) {
      TensorImpl* tensor = tensors_.back();
      tensors_.pop_back();
      // The wrapper is the collector's to traverse, unless the tensor has none.
      if (tensor->flags & kOwnsWrapper) object(static_cast<PyObject*>(tensor->wrapper));
      if (Meta* meta = meta_of(*tensor)) this->meta(*meta);
      continue;
    }
    Node* node = nodes_.back();
    nodes_.pop_back();
    node->walk(*this);
    for (uint32_t i = 0; i < node->edge_count; ++i) this->node(node->edges[i].node.get());
    if (const Hooks* hooks = node->hooks) {
      object(hooks->before.get());
      object(hooks->after.get());
      for (const auto& entry : hooks->of_tensors) object(entry.hooks.get());
    }
  }
  return result_;
}

}  // namespace tt::autograd
