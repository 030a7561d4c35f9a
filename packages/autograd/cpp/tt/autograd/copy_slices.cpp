#include "tt/autograd/copy_slices.h"

#include "tt/autograd/gradient.h"
#include "tt/autograd/traverse.h"
#include "tt/core/dispatch/invoke.h"

namespace tt::autograd {

CopySlices::CopySlices(Edge base_history, const TensorImpl& base, const TensorImpl& view, Ref<Node> write)
    : base_(base),
      view_(view),
      offset_(view.offset() - base.offset()),
      dtype_(base.dtype()),
      device_(base.device()),
      write_(std::move(write)) {
  edges_.push_back(std::move(base_history));
  for (uint32_t i = 1; i < write_->edge_count; ++i) edges_.push_back(write_->edges[i]);
  edges = edges_.data();
  edge_count = static_cast<uint32_t>(edges_.size());
  sequence = next_sequence();
}

OutputMeta CopySlices::output_meta(uint32_t) const {
  return {base_.sizes.data(), static_cast<uint8_t>(base_.sizes.size()), dtype_, device_};
}

void CopySlices::walk(Walk& walk) const { walk.node(write_.get()); }

void CopySlices::apply(Tensor* grads, Tensor* results, uint64_t wanted) {
  // With the base's strides, so that the view's geometry means the same elements.
  Tensor whole = empty_strided(base_.sizes, base_.strides.data(), dtype_, device_);
  copy_into(whole, grads[0]);
  Tensor slice = invoke(find_op<"as_strided">(), {Slot::of(whole.get()), Slot::of(Ints(view_.sizes)),
                                                  Slot::of(Ints(view_.strides)), Slot::of(offset_)});
  Tensor into_write = invoke(find_op<"clone">(), {Slot::of(slice.get())});
  std::vector<Tensor> out_of_write(edge_count);
  write_->apply(&into_write, out_of_write.data(), wanted | 1);
  if (out_of_write[0]) {
    OutputMeta shape = output_meta_of(*slice);
    copy_into(slice, fit(std::move(out_of_write[0]), shape, *write_, 0));
  } else {
    fill_with_zero(slice);
  }
  results[0] = std::move(whole);
  for (uint32_t i = 1; i < edge_count; ++i) results[i] = std::move(out_of_write[i]);
}

}  // namespace tt::autograd
