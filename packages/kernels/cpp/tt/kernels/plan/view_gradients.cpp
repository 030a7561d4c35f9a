// Adjoints of views, which derivative formulas call: a gradient put in its place among zeros. One kernel for
// every backend, over ops that each backend has.
#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

// Zeros of `sizes` like `grad`.
Tensor zeros(const TensorImpl& grad, Ints sizes) {
  Tensor made = tt::empty(sizes, grad.dtype(), grad.device());
  if (made->numel()) inner_call(find_op<"zero_">(), {Slot::of(made.get())});
  return made;
}

void copy_into(const Tensor& target, const Slot& source) {
  inner_call(find_op<"copy_">(), {Slot::of(target.get()), source});
}

void select_backward(const Op&, Call& call) {
  BelowAutograd guard;
  Tensor made = zeros(*call.args[0].tensor, call.args[1].list());
  Tensor place = inner_call(find_op<"select.int">(), {Slot::of(made.get()), call.args[2], call.args[3]});
  copy_into(place, call.args[0]);
  call.add_result(std::move(made));
}

void slice_backward(const Op&, Call& call) {
  BelowAutograd guard;
  Tensor made = zeros(*call.args[0].tensor, call.args[1].list());
  Tensor place = inner_call(find_op<"slice.Tensor">(),
                            {Slot::of(made.get()), call.args[2], call.args[3], call.args[4], call.args[5]});
  copy_into(place, call.args[0]);
  call.add_result(std::move(made));
}

// Dims sorted by stride; one that does not step over all that lies below it shows elements again.
uint64_t repeating_dims(Ints sizes, Ints strides) {
  int order[kMaxDims];
  int count = 0;
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (sizes[dim] > 1) order[count++] = static_cast<int>(dim);
  }
  std::sort(order, order + count, [&](int a, int b) { return strides[a] < strides[b]; });
  uint64_t repeating = 0;
  int64_t reach = 0;
  for (int i = 0; i < count; ++i) {
    int dim = order[i];
    if (strides[dim] <= reach) repeating |= uint64_t{1} << dim;
    reach += strides[dim] * (sizes[dim] - 1);
  }
  return repeating;
}

// target[view] += source, where the view may show an element several times: the repeating dims are walked one
// index at a time, the others are one addition.
void add_strided(const Tensor& target, Ints sizes, Ints strides, int64_t offset, const TensorImpl& source) {
  uint64_t repeating = repeating_dims(sizes, strides);
  int walked[kMaxDims], count = 0;
  int64_t rest_sizes[kMaxDims], rest_strides[kMaxDims], source_strides[kMaxDims], index[kMaxDims] = {};
  size_t rest = 0;
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (repeating >> dim & 1) {
      walked[count++] = static_cast<int>(dim);
    } else {
      rest_sizes[rest] = sizes[dim];
      rest_strides[rest] = strides[dim];
      source_strides[rest++] = source.stride(static_cast<int>(dim));
    }
  }
  if (numel_of(sizes) == 0) return;
  Ints shape(rest_sizes, rest);
  for (int carry = -1; carry < count;) {
    int64_t at = offset, from = source.offset();
    for (int i = 0; i < count; ++i) {
      at += index[i] * strides[walked[i]];
      from += index[i] * source.stride(walked[i]);
    }
    Tensor into = alias(*target, shape, Ints(rest_strides, rest), at);
    Tensor part = alias_unchecked(source, shape, source_strides, from);
    Call sum(Form::InPlace);
    const Op& add = find_op<"add.Tensor">();
    fill(add, sum, {Slot::of(into.get()), Slot::of(part.get())});
    dispatch(add, sum);
    for (carry = 0; carry < count && ++index[carry] == sizes[walked[carry]]; ++carry) index[carry] = 0;
  }
}

int64_t last_element(Ints sizes, Ints strides) {
  int64_t last = 0;
  for (size_t dim = 0; dim < sizes.size(); ++dim) last += (sizes[dim] - 1) * strides[dim];
  return last;
}

// 1 / (how often the geometry shows each element of a storage of `count` elements); made on the host, which
// this rare case can afford.
Tensor shares(const TensorImpl& grad, int64_t count, Ints sizes, Ints strides, int64_t offset) {
  Tensor made = tt::empty(Ints(&count, 1), DType::Float64);
  auto* times = made->data_as<double>();
  std::fill_n(times, count, 0.0);
  int64_t index[kMaxDims] = {};
  int ndim = static_cast<int>(sizes.size());
  for (int carry = -1; carry < ndim;) {
    int64_t at = offset;
    for (int dim = 0; dim < ndim; ++dim) at += index[dim] * strides[dim];
    times[at] += 1;
    for (carry = 0; carry < ndim && ++index[carry] == sizes[carry]; ++carry) index[carry] = 0;
  }
  for (int64_t i = 0; i < count; ++i) times[i] = times[i] > 0 ? 1 / times[i] : 1;
  return inner_call(find_op<"_to_copy">(),
                    {Slot::of(made.get()), Slot::of(grad.dtype()), Slot::of(grad.device())});
}

// After torch: the gradient of the storage, of which the input and the view are two geometries. Elements that
// the input itself shows several times share their gradient.
void as_strided_backward(const Op&, Call& call) {
  BelowAutograd guard;
  TensorImpl& grad = *call.args[0].tensor;
  Ints input_sizes = call.args[1].list(), input_strides = call.args[2].list();
  Ints sizes = call.args[4].list(), strides = call.args[5].list();
  int64_t input_offset = call.args[3].i;
  int64_t offset = call.args[6].is_none() ? input_offset : call.args[6].i;
  if (numel_of(input_sizes) == 0) return call.add_result(zeros(grad, input_sizes));
  int64_t first = input_offset, end = input_offset + last_element(input_sizes, input_strides) + 1;
  if (numel_of(sizes)) {
    first = std::min(first, offset);
    end = std::max(end, offset + last_element(sizes, strides) + 1);
  }
  int64_t count = end - first;
  Tensor storage = zeros(grad, Ints(&count, 1));
  add_strided(storage, sizes, strides, offset - first, grad);
  if (repeating_dims(input_sizes, input_strides)) {
    Tensor share = shares(grad, count, input_sizes, input_strides, input_offset - first);
    storage = inner_call(find_op<"mul.Tensor">(), {Slot::of(storage.get()), Slot::of(share.get())});
  }
  call.add_result(alias(*storage, input_sizes, input_strides, input_offset - first));
}

void add(const char* op, Kernel body, const char* name, Location where = here()) {
  Registry::instance().kernel(op, Key::CompositeExplicitAutograd, body, name, nullptr, where);
}

}  // namespace

void register_view_gradients() {
  add("select_backward", select_backward, "select_backward");
  add("slice_backward", slice_backward, "slice_backward");
  add("as_strided_backward", as_strided_backward, "as_strided_backward");
}

}  // namespace tt::kernels
