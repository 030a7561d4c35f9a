// CopySlices: the history that a base gets when one of its views is written to. The gradient outside of
// the view passes through to the base's earlier history; inside it goes through the writing op first.
#pragma once

#include <vector>

#include "tt/autograd/node.h"

namespace tt::autograd {

class CopySlices final : public Node {
 public:
  // `write` is the node of the op that wrote to `view`, a view of `base`; its edge 0 is the view's.
  CopySlices(Edge base_history, const TensorImpl& base, const TensorImpl& view, Ref<Node> write);

  const char* name() const override { return "CopySlices"; }
  void apply(Tensor* grads, Tensor* results, uint64_t wanted) override;
  // A graph of gradients may lead to the write itself, which then still has its turn in the same run.
  void release_saved() override {
    if (write_->references.count() == 1) write_->release_saved();
  }
  OutputMeta output_meta(uint32_t) const override;
  void walk(Walk& walk) const override;
  void dispose() override { delete this; }

 private:
  struct Geometry {
    std::vector<int64_t> sizes;
    std::vector<int64_t> strides;
    explicit Geometry(const TensorImpl& tensor)
        : sizes(tensor.sizes().begin(), tensor.sizes().end()),
          strides(tensor.strides().begin(), tensor.strides().end()) {}
  };
  ~CopySlices() override = default;

  Geometry base_;
  Geometry view_;
  int64_t offset_;  // of the view in the base, in elements
  DType dtype_;
  Device device_;
  Ref<Node> write_;
  std::vector<Edge> edges_;
};

}  // namespace tt::autograd
