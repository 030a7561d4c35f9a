// The build steps of TensorIterator all at once, for the operands that most calls have. Each function says
// false when they are not like that; what it has set of them by then, the steps set again.
#include "tt/core/iterate/promote.h"
#include "tt/core/iterate/tensor_iterator.h"

namespace tt {
namespace {

// Whether a number leaves the dtype of the tensors beside it as it is; Note [Promotion].
bool keeps_dtype(const Scalar& number, DType dtype) {
  if (number.category <= Category::Signed && number.category != Category::Bool) return dtype != DType::Bool;
  return number.category <= category(dtype);
}

}  // namespace

// Contiguous operands of one shape, dtype and device, and numbers that fit the dtype, are one row.
bool TensorIterator::build_alike(const IteratorConfig& config) {
  const int lead = config.promote_first_bool ? 2 : 1;  // the operand whose dtype counts
  if (output_count_ != 1 || count_ <= lead || !operands_[lead].tensor || config.decides_dtype()) return false;
  const TensorImpl& first = *operands_[lead].tensor;
  const DType dtype = first.dtype();
  if (!first.is_contiguous() || (config.promotes == Promotion::IntToFloat && is_integral(dtype, true)))
    return false;
  const DType result = tt::result_dtype(config.promotes, dtype);
  auto alike = [&](const TensorImpl& tensor) {
    return &tensor == &first ||
           (tensor.is_contiguous() && tensor.same_kind(first) && tensor.same_sizes(first));
  };
  auto set = [](Operand& operand, DType type, char* data, int64_t stride) {
    operand.dtype = operand.loop_dtype = type;
    operand.data = data;
    operand.strides_bytes[0] = stride;
  };
  const int64_t size = itemsize(dtype);
  for (int i = lead; i < count_; ++i) {
    Operand& operand = operands_[i];
    if (const TensorImpl* tensor = operand.tensor) {
      if (!alike(*tensor)) return false;
      set(operand, dtype, tensor->data(size), size);
    } else {
      if (!keeps_dtype(scalars_[i], dtype)) return false;
      if (config.exact_numbers && is_short_float(dtype) && is_rounded(scalars_[i], dtype)) return false;
      store(scalars_[i], dtype, numbers_[i]);
      set(operand, dtype, numbers_[i], 0);
    }
  }
  if (config.promote_first_bool) {
    const TensorImpl* mask = operands_[1].tensor;
    bool fits = mask && mask->is_contiguous() && mask->dtype() == DType::Bool &&
                mask->device() == first.device() && mask->layout() == first.layout() &&
                mask->same_sizes(first);
    if (!fits) return false;
    set(operands_[1], DType::Bool, mask->data(1), 1);
  }
  Operand& output = operands_[0];
  if (!output.tensor) {
    own(0, empty_like_contiguous(first, result));
  } else if (result != dtype || !alike(*output.tensor)) {
    return false;
  }
  const int64_t result_size = itemsize(result);
  set(output, result, output.tensor->data(result_size), result_size);
  common_dtype_ = dtype;
  result_dtype_ = result;
  device_ = first.device();
  numel_ = shape_[0] = first.numel();
  ndim_ = 1;
  ndim_before_coalescing_ = static_cast<uint8_t>(first.ndim());
  return true;
}

// A contiguous input reduced over adjacent dims is [outer, reduced, inner], whatever its shape; the output is
// contiguous with the reduced dims of size 1.
bool TensorIterator::build_reduced_block(const IteratorConfig& config) {
  if (count_ != 2 || config.compute_dtype == DType::Undefined) return false;
  const TensorImpl &output = *operands_[0].tensor, &input = *operands_[1].tensor;
  if (!input.is_contiguous() || !output.is_contiguous() || input.numel() == 0 ||
      !(output.device() == input.device())) {
    return false;
  }
  int64_t outer = 1, reduced = 1, inner = 1;
  bool met = false;
  for (int dim = 0; dim < input.ndim(); ++dim) {
    int64_t size = input.size(dim);
    if (size == 1) continue;
    if (config.reduced_dims >> dim & 1) {
      if (inner != 1) return false;  // not adjacent
      met = true;
      reduced *= size;
    } else {
      (met ? inner : outer) *= size;
    }
  }
  common_dtype_ = config.compute_dtype;
  result_dtype_ = config.result_dtype == DType::Undefined ? common_dtype_ : config.result_dtype;
  device_ = input.device();
  numel_ = input.numel();
  Operand &to = operands_[0], &from = operands_[1];
  to.dtype = output.dtype();
  to.loop_dtype = result_dtype_;
  from.dtype = input.dtype();
  from.loop_dtype = common_dtype_;
  needs_cast_ = to.dtype != to.loop_dtype || from.dtype != from.loop_dtype;
  to.data = output.data();
  from.data = input.data();
  int64_t to_bytes = itemsize(to.dtype), from_bytes = itemsize(from.dtype);
  auto add_dim = [&](int64_t size, int64_t to_stride, int64_t from_stride) {
    if (size == 1) return;
    shape_[ndim_] = size;
    to.strides_bytes[ndim_] = to_stride * to_bytes;
    from.strides_bytes[ndim_++] = from_stride * from_bytes;
  };
  add_dim(inner, 1, 1);
  add_dim(reduced, 0, inner);
  add_dim(outer, inner, inner * reduced);
  if (ndim_ == 0) {
    shape_[0] = 1;
    to.strides_bytes[0] = from.strides_bytes[0] = 0;
    ndim_ = 1;
  }
  ndim_before_coalescing_ = static_cast<uint8_t>(input.ndim());
  return true;
}

}  // namespace tt
