// ContextNode: a recorded call of an op whose backward is one Python function over a context object, as in
// torch.library.register_autograd, instead of formulas that name what they need.
//
// Note [Context derivatives]
//   1. When the call has run, `setup(inputs, results, needs)` makes the context. `needs` has an entry for each
//      argument: whether it requires grad, or for a list of tensors a list of that.
//   2. The tensors in `context.to_save` move into the node: arguments with their versions, results without their
//      history, so that no cycle comes about.
//   3. Backward calls `run(context, saved, grads)`, which returns a gradient or None for each tensor argument, lists
//      flattened. Absent gradients are zeros where `context.materialize_grads` is true, else None.
//   4. Results in `context.non_differentiable` get no history.
//   5. The node owns the context and `run`: it works on when the registration is gone.
#pragma once

#include <string>
#include <vector>

#include "tt/autograd/context_derivative.h"
#include "tt/autograd/node.h"

namespace tt::autograd {

class ContextNode final : public Node {
 public:
  // After the op has run: `outputs` are those of its results that are tensors. Clears `records` of those that the
  // context marks as not differentiable.
  static Ref<Node> make(const Op& op, const ContextDerivative& derivative, const Call& call,
                        TensorImpl* const* outputs, uint32_t output_count, bool* records);

  const char* name() const override { return name_.c_str(); }
  void apply(Tensor* grads, Tensor* results, uint64_t wanted) override;
  void release_saved() override;
  OutputMeta output_meta(uint32_t output) const override;
  void walk(Walk& walk) const override;
  void dispose() override { delete this; }

 private:
  explicit ContextNode(const Op& op);
  ~ContextNode() override = default;

  void set_up(const Call& call, const ContextDerivative& derivative, TensorImpl* const* outputs);
  void save(PyObject* tensors, TensorImpl* const* outputs);
  void unmark(bool* records, TensorImpl* const* outputs) const;
  PyRef saved_to_python() const;

  struct Output {
    std::vector<int64_t> sizes;
    DType dtype;
    Device device;
  };
  struct Saved {
    Tensor tensor;
    uint32_t version;
    int64_t output;  // which result it is; -1: an argument or any other tensor
  };
  const Op& op_;
  std::string name_;
  Location where_;  // of the backward function
  PyRef context_;
  PyRef run_;
  bool materialize_ = true;
  bool released_ = false;
  std::vector<Edge> edges_;
  std::vector<Output> outputs_;
  std::vector<Saved> saved_;
};

}  // namespace tt::autograd
