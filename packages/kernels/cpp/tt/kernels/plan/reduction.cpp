// Dims, dtype and output of a reduction.
#include "tt/kernels/plan/reduction.h"

#include "tt/core/base/error.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/kernels/plan/cast_warning.h"
#include "tt/kernels/plan/output.h"

namespace tt::kernels {
namespace {

// Bit d: dim d is reduced. None and an empty list stand for all.
uint64_t dims_of(const Slot& slot, int ndim) {
  if (slot.is_none() || slot.length == 0) return ~uint64_t{0};
  uint64_t dims = 0;
  for (int64_t given : slot.list()) {
    int dim = wrap_dim(given, ndim);
    TT_CHECK(!(dims >> dim & 1), Runtime, "dim ", dim, " appears multiple times in the list of dims");
    dims |= uint64_t{1} << dim;
  }
  return dims;
}

// The dtype of the result, to which elements are converted before they are combined.
DType dtype_of(const Op& op, const Call& call, const Slot& given) {
  DType self = call.args[0].tensor->dtype();
  DType dtype = is_integral(self, true) ? DType::Int64 : self;
  if (!given.is_none()) dtype = given.dtype();
  if (call.form == Form::Out) {
    if (!given.is_none()) check_output_dtype(*call.out[0], dtype);
    dtype = call.out[0]->dtype();
  }
  TT_CHECK(op.spec->accepts & bit(dtype), NotImplemented, "not implemented for dtype ", name(dtype),
           "; implemented for ", dtype_set_names(op.spec->accepts));
  warn_of_lost_imaginary_part(self, dtype);
  return dtype;
}

constexpr Location where = here();
void reduction_plan(const Op& op, Call& call, Plan& plan) {
  // 1. Metadata: dims and keepdim are there unless the overload reduces everything; dtype is last.
  TensorImpl& self = *call.args[0].tensor;
  int ndim = self.ndim();
  bool has_dims = op.spec->args[1].type == ArgType::IntList;
  bool keepdim = has_dims && call.args[2].i;
  // 2. Validation.
  uint64_t reduced = has_dims ? dims_of(call.args[1], ndim) : ~uint64_t{0};
  DType dtype = dtype_of(op, call, call.args[op.spec->arg_count - 1]);
  // 3. Output allocation: the iterator sees the output with its reduced dims kept, of size 1.
  int64_t kept[kMaxDims], shape[kMaxDims], strides[kMaxDims];
  int shape_ndim = 0;
  for (int d = 0; d < ndim; ++d) {
    kept[d] = reduced >> d & 1 ? 1 : self.size(d);
    if (keepdim || !(reduced >> d & 1)) shape[shape_ndim++] = kept[d];
  }
  Ints result_shape(shape, static_cast<size_t>(shape_ndim)), kept_shape(kept, static_cast<size_t>(ndim));
  bool drops_dims = shape_ndim != ndim;
  Tensor result;
  if (call.form == Form::Out) {
    result = Tensor::share(call.out[0]);
    refuse_input_as_output(*result, self);
    resize_output(*result, result_shape);
    for (int d = 0, at = 0; d < ndim; ++d)
      strides[d] = drops_dims && reduced >> d & 1 ? 1 : result->stride(at++);
    // What lies beyond the results lives as long as the plan.
    plan.held = alias_unchecked(*result, kept_shape, strides, result->offset());
    plan.iter.add_output(plan.held.get());
  } else {
    result = empty(kept_shape, dtype, self.device());
    plan.iter.add_output(result.get());
  }
  plan.iter.add_input(self);
  plan.iter.build(
      {.compute_dtype = dtype, .result_dtype = dtype, .reduced_dims = reduced, .is_reduction = true});
  if (drops_dims && call.form != Form::Out) {
    contiguous_strides(result_shape, strides);
    result->set_geometry(result_shape, strides, 0);
  }
  plan.add_result(std::move(result));
}

}  // namespace

void register_reduction_plan(const char* op) { register_plan(op, reduction_plan, "reduction_plan", where); }

}  // namespace tt::kernels
