#include "tt/autograd/gradient.h"

#include <algorithm>

#include "tt/autograd/real_part.h"
#include "tt/core/base/thread_state.h"
#include "tt/core/dispatch/invoke.h"

namespace tt::autograd {
namespace {

void call_in_place(const Op& op, std::initializer_list<Slot> given) {
  Call call(op.writes ? Form::Functional : Form::InPlace);
  fill(op, call, given);
  run(op, call);
}

// Whether broadcasting turns `from` into `to`.
bool broadcasts_to(Ints from, Ints to) {
  if (from.size() > to.size()) return false;
  size_t lead = to.size() - from.size();
  for (size_t dim = 0; dim < from.size(); ++dim) {
    if (from[dim] != to[lead + dim] && from[dim] != 1) return false;
  }
  return true;
}

}  // namespace

Tensor sum_of(const Tensor& a, const Tensor& b) {
  return invoke(find_op<"add.Tensor">(), {Slot::of(a.get()), Slot::of(b.get())});
}

void add_in_place(const Tensor& into, const Tensor& grad) {
  call_in_place(find_op<"add.Tensor">(), {Slot::of(into.get()), Slot::of(grad.get())});
}

void copy_into(const Tensor& into, const Tensor& source) {
  call_in_place(find_op<"copy_">(), {Slot::of(into.get()), Slot::of(source.get())});
}

void fill_with_zero(const Tensor& tensor) { call_in_place(find_op<"zero_">(), {Slot::of(tensor.get())}); }

Tensor zeros(const OutputMeta& like) {
  Tensor made = empty(like.shape(), like.dtype, like.device);
  fill_with_zero(made);
  return made;
}

void add_to_buffer(Tensor& buffer, Tensor grad) {
  if (!grad) return;
  if (!buffer)
    buffer = std::move(grad);
  else if (!grad_enabled() && is_ours_alone(buffer))
    add_in_place(buffer, grad);
  else if (!grad_enabled() && is_ours_alone(grad)) {
    add_in_place(grad, buffer);
    buffer = std::move(grad);
  } else
    buffer = sum_of(buffer, grad);
}

Tensor fit_slow(Tensor grad, const OutputMeta& wanted, const Node& from, uint32_t index) {
  TT_CHECK(grad->device() == wanted.device, Runtime, from.name(), " returned an invalid gradient at index ",
           index, ": expected device ", to_string(wanted.device), ", got ", to_string(grad->device()));
  if (!std::ranges::equal(grad->sizes(), wanted.shape())) {
    TT_CHECK(broadcasts_to(wanted.shape(), grad->sizes()), Runtime, from.name(),
             " returned an invalid gradient at index ", index, ": got shape ", to_string(grad->sizes()),
             ", expected a shape that sums to ", to_string(wanted.shape()));
    // The adjoint of broadcasting is a sum over the dims that it repeats.
    grad = invoke(find_op<"sum_to_size">(), {Slot::of(grad.get()), Slot::of(wanted.shape())});
  }
  if (is_complex(grad->dtype()) && !is_complex(wanted.dtype)) grad = real_part(grad);
  if (grad->dtype() != wanted.dtype) {
    grad = invoke(find_op<"_to_copy">(), {Slot::of(grad.get()), Slot::of(wanted.dtype)});
  }
  return grad;
}

}  // namespace tt::autograd
