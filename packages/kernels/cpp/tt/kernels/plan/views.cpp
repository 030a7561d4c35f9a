// The geometry of each view.
#include "tt/core/base/error.h"
#include "tt/kernels/plan/geometry.h"
#include "tt/kernels/plan/view_kernel.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

Tensor same(const Call& call) {
  const TensorImpl& self = self_of(call);
  return alias_unchecked(self, self.sizes(), self.strides().data(), self.offset());
}

Tensor as_strided(const Call& call) {
  const TensorImpl& self = self_of(call);
  Ints sizes = call.args[1].list(), strides = call.args[2].list();
  TT_CHECK(sizes.size() == strides.size(), Runtime, "mismatch in length of strides and shape: got size ",
           to_string(sizes), " and stride ", to_string(strides));
  return tt::alias(self, sizes, strides, call.args[3].is_none() ? self.offset() : call.args[3].i);
}

Tensor view(const Call& call) {
  const TensorImpl& self = self_of(call);
  Ints asked = call.args[1].list();
  TT_CHECK(asked.size() <= kMaxDims, Runtime, "a tensor has at most ", kMaxDims, " dims, got ", asked.size());
  Geometry made;
  made.ndim = static_cast<int>(asked.size());
  std::copy(asked.begin(), asked.end(), made.sizes);
  infer_size(made.sizes, made.ndim, self.numel());
  bool fits = view_strides(self.sizes(), self.strides().data(), {made.sizes, asked.size()}, made.strides);
  TT_CHECK(fits, Runtime,
           "view size is not compatible with input tensor's size and stride (at least one dimension spans "
           "across two contiguous subspaces): shape ",
           to_string(self.sizes()), " with strides ", to_string(self.strides()), " as ", to_string(asked),
           "; hint: use .reshape(...) instead");
  return made.over(self, self.offset());
}

Tensor expand(const Call& call) {
  const TensorImpl& self = self_of(call);
  Ints asked = call.args[1].list();
  TT_CHECK(asked.size() <= kMaxDims, Runtime, "a tensor has at most ", kMaxDims, " dims, got ", asked.size());
  Geometry made;
  made.ndim = static_cast<int>(asked.size());
  int leading = made.ndim - self.ndim();
  for (int dim = 0; dim < made.ndim; ++dim) {
    made.sizes[dim] = asked[dim];
    if (asked[dim] != -1 || leading < 0) continue;
    TT_CHECK(dim >= leading, Runtime,
             "the expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension ", dim);
    made.sizes[dim] = self.size(dim - leading);
  }
  Ints sizes(made.sizes, asked.size());
  expanded_strides(self, sizes, made.strides);
  checked_numel(sizes, self.itemsize());
  return made.over(self, self.offset());
}

Tensor permute(const Call& call) {
  const TensorImpl& self = self_of(call);
  Ints dims = call.args[1].list();
  TT_CHECK(static_cast<int>(dims.size()) == self.ndim(), Runtime,
           "number of dimensions in the tensor input does not match the "
           "length of the desired ordering of dimensions i.e. input.dim() = ",
           self.ndim(), " is not equal to len(dims) = ", dims.size());
  Geometry made;
  uint64_t seen = 0;
  for (int64_t asked : dims) {
    int dim = wrap_dim(asked, self.ndim());
    TT_CHECK(!(seen >> dim & 1), Runtime, "duplicate dims are not allowed, got ", to_string(dims));
    seen |= uint64_t{1} << dim;
    made.add(self.size(dim), self.stride(dim));
  }
  return made.over(self, self.offset());
}

Tensor swapped(const TensorImpl& self, int a, int b) {
  Geometry made(self);
  std::swap(made.sizes[a], made.sizes[b]);
  std::swap(made.strides[a], made.strides[b]);
  return made.over(self, self.offset());
}

Tensor transpose(const Call& call) {
  const TensorImpl& self = self_of(call);
  int a = wrap_dim(call.args[1].i, self.ndim()), b = wrap_dim(call.args[2].i, self.ndim());
  return self.ndim() == 0 ? same(call) : swapped(self, a, b);
}

Tensor t(const Call& call) {
  const TensorImpl& self = self_of(call);
  TT_CHECK(self.ndim() <= 2, Runtime, "expects a tensor with <= 2 dimensions, but self is ", self.ndim(),
           "D");
  return self.ndim() < 2 ? same(call) : swapped(self, 0, 1);
}

Tensor select(const Call& call) {
  const TensorImpl& self = self_of(call);
  TT_CHECK(self.ndim() > 0, Index, "cannot be applied to a 0-dim tensor");
  int dim = wrap_dim(call.args[1].i, self.ndim());
  int64_t index = call.args[2].i, size = self.size(dim);
  TT_CHECK(index >= -size && index < size, Index, "index ", index, " out of range for tensor of size ",
           to_string(self.sizes()), " at dimension ", dim);
  Geometry made(self);
  made.remove(dim);
  return made.over(self, self.offset() + (index < 0 ? index + size : index) * self.stride(dim));
}

Tensor slice(const Call& call) {
  const TensorImpl& self = self_of(call);
  TT_CHECK(self.ndim() > 0, Index, "cannot be applied to a 0-dim tensor");
  int dim = wrap_dim(call.args[1].i, self.ndim());
  int64_t size = self.size(dim), step = call.args[4].i;
  TT_CHECK(step > 0, Runtime, "slice step must be positive, got ", step);
  auto place = [&](const Slot& slot, int64_t otherwise) {
    if (slot.is_none()) return otherwise;
    return std::clamp<int64_t>(slot.i < 0 ? slot.i + size : slot.i, 0, size);
  };
  int64_t start = place(call.args[2], 0);
  int64_t end = std::max(place(call.args[3], size), start);
  Geometry made(self);
  made.sizes[dim] = (end - start) / step + ((end - start) % step != 0);
  // No index takes a step beyond the end, whose product may leave 64 bits.
  int64_t stride;
  if (!__builtin_mul_overflow(self.stride(dim), step, &stride)) made.strides[dim] = stride;
  return made.over(self, self.offset() + start * self.stride(dim));
}

Tensor unsqueeze(const Call& call) {
  const TensorImpl& self = self_of(call);
  int dim = wrap_dim(call.args[1].i, self.ndim() + 1);
  TT_CHECK(self.ndim() < kMaxDims, Runtime, "a tensor has at most ", kMaxDims, " dims");
  Geometry made;
  for (int d = 0; d < dim; ++d) made.add(self.size(d), self.stride(d));
  made.add(1, dim < self.ndim() ? self.size(dim) * self.stride(dim) : 1);
  for (int d = dim; d < self.ndim(); ++d) made.add(self.size(d), self.stride(d));
  return made.over(self, self.offset());
}

// Without those dims of `among` that have size 1.
Tensor squeezed(const TensorImpl& self, uint64_t among) {
  Geometry made;
  for (int dim = 0; dim < self.ndim(); ++dim) {
    if (self.size(dim) != 1 || !(among >> dim & 1)) made.add(self.size(dim), self.stride(dim));
  }
  return made.over(self, self.offset());
}

Tensor squeeze(const Call& call) { return squeezed(self_of(call), ~uint64_t{0}); }

Tensor squeeze_dim(const Call& call) {
  return squeezed(self_of(call), uint64_t{1} << wrap_dim(call.args[1].i, self_of(call).ndim()));
}

Tensor squeeze_dims(const Call& call) {
  uint64_t among = 0;
  for (int64_t asked : call.args[1].list()) {
    int dim = wrap_dim(asked, self_of(call).ndim());
    TT_CHECK(!(among >> dim & 1), Runtime, "dim ", dim, " appears multiple times in the list of dims");
    among |= uint64_t{1} << dim;
  }
  return squeezed(self_of(call), among);
}

}  // namespace

void register_views() {
  register_view<same>("alias");
  register_view<same>("detach");
  register_view<as_strided>("as_strided");
  register_view<view>("view");
  register_view<expand>("expand");
  register_view<permute>("permute");
  register_view<transpose>("transpose.int");
  register_view<t>("t");
  register_view<select>("select.int");
  register_view<slice>("slice.Tensor");
  register_view<unsqueeze>("unsqueeze");
  register_view<squeeze>("squeeze");
  register_view<squeeze_dim>("squeeze.dim");
  register_view<squeeze_dims>("squeeze.dims");
}

}  // namespace tt::kernels
