#include "tt/kernels/cuda/reduction.h"

#include "tt/kernels/cuda/device/layout.h"
#include "tt/kernels/plan/inner_call.h"

namespace tt::cuda {
namespace {

using kernels::inner_call;

// An operand's tensor with dims of one kind behind those of another, outermost first. `which` is 0 for the output.
Tensor in_order(const Operand& operand, std::initializer_list<const Dims*> kinds, int which) {
  int64_t sizes[kMaxDims], strides[kMaxDims], size = operand.tensor->itemsize();
  int count = 0;
  for (const Dims* dims : kinds) {
    for (int d = dims->count - 1; d >= 0; --d, ++count) {
      sizes[count] = dims->sizes[d];
      strides[count] = dims->strides[d][which] / size;
    }
  }
  Ints shape(sizes, static_cast<size_t>(count));
  return alias_unchecked(*operand.tensor, shape, strides, operand.tensor->offset());
}

}  // namespace

void Dims::add(int64_t size, int64_t output_stride, int64_t input_stride) {
  sizes[count] = size;
  strides[count][0] = output_stride;
  strides[count++][1] = input_stride;
}

Reduction::Reduction(const TensorIterator& iter)
    : input(iter.operand(1).data),
      output(iter.operand(0).data),
      input_dtype(iter.operand(1).dtype),
      output_dtype(iter.operand(0).dtype),
      dtype(iter.common_dtype()),
      device(iter.device()) {
  for (int d = 0; d < iter.ndim(); ++d) {
    int64_t size = iter.shape()[static_cast<size_t>(d)];
    int64_t output_stride = iter.operand(0).strides_bytes[d];
    if (size != 1)
      (output_stride ? kept : reduced).add(size, output_stride, iter.operand(1).strides_bytes[d]);
  }
}

bool Reduction::fits() const {
  return kept.count <= kernels::device::kMaxLaunchDims && reduced.count <= kernels::device::kMaxLaunchDims;
}

PackedReduction::PackedReduction(const TensorIterator& iter, const Reduction& wide)
    : place_(in_order(iter.operand(0), {&wide.kept}, 0)),
      input_(in_order(iter.operand(1), {&wide.kept, &wide.reduced}, 1)),
      output_(empty(place_->sizes(), wide.output_dtype, wide.device)),
      packed_(iter) {
  kernels::BelowAutograd below;
  input_ = inner_call(find_op<"clone">(), {Slot::of(input_.get()), Slot::of(MemoryFormat::Contiguous)});
  packed_.input = input_->data();
  packed_.output = output_->data();
  int64_t outputs = wide.kept.numel(), elements = wide.reduced.numel();
  packed_.kept = packed_.reduced = {};
  packed_.kept.add(outputs, output_->itemsize(), elements * input_->itemsize());
  packed_.reduced.add(elements, 0, input_->itemsize());
}

void PackedReduction::unpack() const {
  kernels::BelowAutograd below;
  inner_call(find_op<"copy_">(), {Slot::of(place_.get()), Slot::of(output_.get())});
}

}  // namespace tt::cuda
