#include "tt/autograd/real_part.h"

#include <vector>

#include "tt/autograd/meta.h"
#include "tt/core/base/thread_state.h"
#include "tt/core/dispatch/invoke.h"

namespace tt::autograd {
namespace {

class RealPart final : public Node {
 public:
  explicit RealPart(TensorImpl& grad)
      : edge_(edge_of(grad)),
        sizes_(grad.sizes().begin(), grad.sizes().end()),
        dtype_(grad.dtype()),
        device_(grad.device()) {
    edges = &edge_;
    edge_count = 1;
    sequence = next_sequence();
  }

  const char* name() const override { return "RealPartBackward0"; }
  void apply(Tensor* grads, Tensor* results, uint64_t) override {
    results[0] = invoke(find_op<"_to_copy">(), {Slot::of(grads[0].get()), Slot::of(dtype_)});
  }
  OutputMeta output_meta(uint32_t) const override {
    return {sizes_.data(), static_cast<uint8_t>(sizes_.size()), to_real(dtype_), device_};
  }
  void walk(Walk&) const override {}
  void dispose() override { delete this; }

 private:
  Edge edge_;
  std::vector<int64_t> sizes_;
  DType dtype_;
  Device device_;
};

}  // namespace

Tensor real_part(const Tensor& grad) {
  int64_t strides[kMaxDims];
  for (int dim = 0; dim < grad->ndim(); ++dim) strides[dim] = 2 * grad->stride(dim);
  retain(grad->storage());
  Tensor real = new_tensor(grad->storage(), to_real(grad->dtype()), grad->layout(), grad->sizes(), strides,
                           2 * grad->offset());
  if (grad_enabled() && grad->requires_grad()) set_history(*real, Ref<Node>::steal(new RealPart(*grad)), 0);
  return real;
}

}  // namespace tt::autograd
