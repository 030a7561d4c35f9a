// Unimplemented: the node of an op for which no derivative is registered. The call itself is fine; a
// backward that comes to it says so, instead of silently cutting the graph.
#pragma once

#include <vector>

#include "tt/autograd/node.h"
#include "tt/core/dispatch/op.h"

namespace tt::autograd {

class Unimplemented final : public Node {
 public:
  static Ref<Node> make(const Op& op, const Call& call, TensorImpl* const* outputs, uint32_t output_count);

  const char* name() const override { return "NotImplemented"; }
  void apply(Tensor* grads, Tensor* results, uint64_t wanted) override;
  OutputMeta output_meta(uint32_t output) const override;
  void walk(Walk&) const override {}
  void dispose() override { delete this; }

 private:
  explicit Unimplemented(const Op& op) : op_(&op) {}
  ~Unimplemented() override = default;

  struct Output {
    std::vector<int64_t> sizes;
    DType dtype;
    Device device;
  };
  const Op* op_;
  std::vector<Edge> edges_;
  std::vector<Output> outputs_;
};

}  // namespace tt::autograd
