// Accumulator: the end of the graph at a leaf, where gradients are added to `.grad`.
#pragma once

#include "tt/autograd/node.h"

namespace tt::autograd {

class Accumulator final : public Node {
 public:
  explicit Accumulator(TensorImpl& leaf);

  const char* name() const override { return "AccumulateGrad"; }
  void apply(Tensor* grads, Tensor* results, uint64_t wanted) override;
  OutputMeta output_meta(uint32_t) const override { return output_meta_of(*leaf_); }
  void walk(Walk& walk) const override;
  void dispose() override;
  void forget_me() override;
  const Tensor& leaf() const { return leaf_; }

 private:
  ~Accumulator() override = default;
  Tensor leaf_;
};

// The leaf's one accumulator, made when no graph leads to the leaf yet.
Ref<Node> accumulator_of(TensorImpl& leaf);

// Adds to `into.grad`: takes the gradient over where nobody else sees its memory, adds in place to what is
// there, and does neither while a graph of the backward itself is recorded.
void accumulate_grad(TensorImpl& into, Tensor grad);

}  // namespace tt::autograd
