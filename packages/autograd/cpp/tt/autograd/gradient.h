// Arithmetic on gradients that is the same for all formulas: sums of what flows together, and the
// adjoints of broadcasting and of casts.
#pragma once

#include "tt/autograd/node.h"

namespace tt::autograd {

// Nobody but the holder of `grad` can see its memory, and each element has one place: it may be overwritten.
inline bool is_ours_alone(const Tensor& grad) {
  return grad->references.count() == 1 && grad->storage()->references.count() == 1 && grad->is_contiguous() &&
         !grad->view && !grad->requires_grad();
}

Tensor sum_of(const Tensor& a, const Tensor& b);
void add_in_place(const Tensor& into, const Tensor& grad);
void copy_into(const Tensor& into, const Tensor& source);
void fill_with_zero(const Tensor& tensor);
Tensor zeros(const OutputMeta& like);

// Adds to a buffer where gradients flow together; null counts as zero.
void add_to_buffer(Tensor& buffer, Tensor grad);

Tensor fit_slow(Tensor grad, const OutputMeta& wanted, const Node& from, uint32_t index);

// `grad` in the shape and dtype of what it is the gradient of: summed over broadcast dims, cast, its real
// part for a real tensor. Raises when the shape cannot have come from broadcasting; `from` and `index` say
// in the message who returned it.
inline Tensor fit(Tensor grad, const OutputMeta& wanted, const Node& from, uint32_t index) {
  bool fits = grad->dtype() == wanted.dtype && grad->ndim() == wanted.ndim && grad->device() == wanted.device;
  for (int dim = 0; fits && dim < wanted.ndim; ++dim) fits = grad->size(dim) == wanted.sizes[dim];
  if (TT_LIKELY(fits)) return grad;
  return fit_slow(std::move(grad), wanted, from, index);
}

}  // namespace tt::autograd
