// Meta: what a tensor knows of the graph, made when it first knows something; and the edge that a gradient
// of a tensor follows.
#pragma once

#include "tt/autograd/node.h"
#include "tt/core/base/allocator.h"
#include "tt/core/bind/tensor_object.h"

namespace tt::autograd {

class Accumulator;

class Meta final : public AutogradMeta {
 public:
  ~Meta() override;
  int traverse(int (*visit)(void* object, void* arg), void* arg) override;
  void clear() override;

  static void* operator new(size_t bytes) { return cpu::allocate(bytes); }
  static void operator delete(void* memory, size_t bytes) { cpu::deallocate(memory, bytes); }

  Tensor grad;
  Ref<Node> grad_fn;                   // null for a leaf
  Accumulator* accumulator = nullptr;  // of a leaf, while a graph leads to it; not owned
  PyRef hooks;                         // dict of Tensor.register_hook; the node has it too
  uint32_t output = 0;                 // which output of grad_fn the tensor is
  uint32_t version = 0;                // of a view: the storage's version for which grad_fn holds
  bool retains_grad = false;
};

inline Meta* meta_of(const TensorImpl& tensor) { return static_cast<Meta*>(tensor.autograd); }
inline Meta& ensure_meta(TensorImpl& tensor) {
  if (!tensor.autograd) {
    tensor.autograd = new Meta;
    if (TT_UNLIKELY(tensor.wrapper != nullptr)) track_wrapper(tensor);  // Note [Tracking wrappers]
  }
  return *meta_of(tensor);
}

// Makes the tensor output `output` of `node`.
void set_history(TensorImpl& tensor, Ref<Node> node, uint32_t output);

// Makes the tensor one that requires no gradient; `.grad` stays.
void cut_history(TensorImpl& tensor);

// Brings a view's history up to date when its base was written to since; see view_history.cpp.
void refresh_view(TensorImpl& view);

// A view that was made under no_grad, or as one of several by one call, must not be written to, nor its base,
// while recording: nobody can say which history is meant.
bool may_be_written(const ViewMeta& view);
// Raises torch's error for a view that must not be: it "is being" modified, or something "has been".
[[noreturn]] void refuse_write(const TensorImpl& view, const char* modified);

// The node that made the tensor; null for a leaf.
inline Node* grad_fn_of(TensorImpl& tensor) {
  if (tensor.flags & kDifferentiableView) refresh_view(tensor);
  Meta* meta = meta_of(tensor);
  return meta ? meta->grad_fn.get() : nullptr;
}
inline bool is_leaf(TensorImpl& tensor) { return grad_fn_of(tensor) == nullptr; }

// Where a gradient of the tensor goes. Null for a view that was made without recording.
Edge edge_of(TensorImpl& tensor);

// The dict of Tensor.register_hook, made and connected to the node when there is none.
PyObject* tensor_hooks(TensorImpl& tensor);
// From now on backward keeps the gradient of this tensor, which is no leaf.
void retain_grad(TensorImpl& tensor);

}  // namespace tt::autograd
