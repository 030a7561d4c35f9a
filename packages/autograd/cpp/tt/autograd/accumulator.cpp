#include "tt/autograd/accumulator.h"

#include <algorithm>
#include <new>

#include "tt/autograd/gradient.h"
#include "tt/autograd/hooks.h"
#include "tt/autograd/meta.h"
#include "tt/autograd/traverse.h"
#include "tt/core/base/thread_state.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/describe.h"
#include "tt/core/dispatch/invoke.h"
#include "tt/core/tensor/overlap.h"

namespace tt::autograd {
namespace {

// `.grad` has the strides of its tensor, so that an optimiser's loops run over both in one order.
bool has_layout_of(const TensorImpl& grad, const TensorImpl& tensor) {
  if (tensor.is_contiguous()) return grad.is_contiguous();
  return std::ranges::equal(grad.strides(), tensor.strides());
}

Tensor copy_with_layout_of(const TensorImpl& tensor, const Tensor& grad) {
  if (grad_enabled()) return invoke(find_op<"clone">(), {Slot::of(grad.get())});
  bool dense = !has_internal_overlap(tensor.sizes(), tensor.strides().data());
  Tensor copy = dense ? empty_strided(tensor.sizes(), tensor.strides().data(), grad->dtype(), grad->device())
                      : empty(tensor.sizes(), grad->dtype(), grad->device());
  copy_into(copy, grad);
  return copy;
}

}  // namespace

Accumulator::Accumulator(TensorImpl& leaf) : leaf_(Tensor::share(&leaf)) { sequence = next_sequence(); }

void Accumulator::forget_me() { meta_of(*leaf_)->accumulator = nullptr; }

void Accumulator::dispose() {
  this->~Accumulator();
  cpu::deallocate(this, sizeof(Accumulator));
}

void Accumulator::apply(Tensor* grads, Tensor*, uint64_t) {
  TraceScope trace(Stage::Autograd, nullptr, nullptr, name());
  if (TracePause pause{trace}) {
    trace.detail("leaf", describe(*leaf_));
    if (grads[0]) trace.detail("grad", describe(*grads[0]));
    trace.detail("grad_was", std::string(meta_of(*leaf_)->grad ? "there: added to it" : "empty: filled"));
  }
  accumulate_grad(*leaf_, std::move(grads[0]));
}

void Accumulator::walk(Walk& walk) const { walk.tensor(leaf_.get()); }

Ref<Node> accumulator_of(TensorImpl& leaf) {
  Meta& meta = ensure_meta(leaf);
  if (meta.accumulator) return Ref<Node>::share(meta.accumulator);
  meta.accumulator = new (cpu::allocate(sizeof(Accumulator))) Accumulator(leaf);
  if (meta.hooks) hooks_of(*meta.accumulator).of_tensors.push_back({0, meta.hooks});
  return Ref<Node>::steal(meta.accumulator);
}

void accumulate_grad(TensorImpl& into, Tensor grad) {
  if (!grad) return;
  Meta& meta = ensure_meta(into);
  if (!meta.grad) {
    bool take = !grad_enabled() && is_ours_alone(grad) && has_layout_of(*grad, into);
    meta.grad = take ? std::move(grad) : copy_with_layout_of(into, grad);
  } else if (grad_enabled()) {
    meta.grad = sum_of(meta.grad, grad);
  } else {
    add_in_place(meta.grad, grad);
  }
}

}  // namespace tt::autograd
