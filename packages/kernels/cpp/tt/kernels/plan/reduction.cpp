// Dims, dtype and output of a reduction.
#include "tt/kernels/plan/reduction.h"

#include "tt/core/base/error.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/kernels/plan/cast_warning.h"
#include "tt/kernels/plan/output.h"

namespace tt::kernels {
namespace {

// Bit d: dim d is reduced. None and an empty list stand for all, but not of truth values, as in torch.
uint64_t dims_of(const Slot& slot, int ndim, bool none_of_none) {
  if (slot.tag == Tag::Int) return uint64_t{1} << wrap_dim(slot.i, ndim);
  if (slot.is_none() || (slot.length == 0 && !none_of_none)) return ~uint64_t{0};
  uint64_t dims = 0;
  for (int64_t given : slot.list()) {
    int dim = wrap_dim(given, ndim);
    TT_CHECK(!(dims >> dim & 1), Runtime, "dim ", dim, " appears multiple times in the list of dims");
    dims |= uint64_t{1} << dim;
  }
  return dims;
}

// The least element of nothing is none.
void require_elements(const TensorImpl& self, uint64_t reduced) {
  TT_CHECK(self.numel() > 0 || reduced != ~uint64_t{0}, Runtime,
           "expected reduction dim to be specified for input.numel() == 0; hint: say which with 'dim'");
  for (int d = 0; d < self.ndim(); ++d) {
    TT_CHECK(!(reduced >> d & 1) || self.size(d) > 0, Index, "expected reduction dim ", d,
             " to have non-zero size");
  }
}

struct DTypes {
  DType compute;  // to which elements are converted before they are combined
  DType result;
};

// What `dtype` says, which comes last where an op has it; Undefined when nothing is asked for.
DType given_dtype(const Op& op, const Call& call) {
  int last = op.spec->arg_count - 1;
  if (op.spec->args[last].type != ArgType::DType || call.args[last].is_none()) return DType::Undefined;
  return call.args[last].dtype();
}

// Of sums and means: the dtype that is asked for, that of `out=`, else what follows from the input's.
DType asked_dtype(const Op& op, const Call& call, bool is_inexact) {
  DType self = call.args[0].tensor->dtype();
  DType given = given_dtype(op, call);
  DType dtype = is_integral(self, true) && !is_inexact ? DType::Int64 : self;
  if (given != DType::Undefined) dtype = given;
  if (call.form == Form::Out) {
    if (given != DType::Undefined) check_output_dtype(*call.out[0], dtype);
    dtype = call.out[0]->dtype();
  }
  TT_CHECK(!is_inexact || !is_integral(dtype, true), Runtime, "expected a floating or complex dtype, got ",
           name(dtype), "; hint: give dtype=, such as dtype=tt.float32");
  warn_of_lost_imaginary_part(self, dtype);
  return dtype;
}

template <ReductionDType kind>
DTypes dtypes_of(const Op& op, const Call& call, bool has_dims) {
  DType self = call.args[0].tensor->dtype(), accepted = self;
  DTypes dtypes{self, self};
  bool has_out = call.form == Form::Out;
  if constexpr (kind == ReductionDType::Same) {
    if (DType given = given_dtype(op, call); given != DType::Undefined) dtypes = {accepted = given, given};
    if (has_out && has_dims) check_output_dtype(*call.out[0], dtypes.result);
    if (has_out) dtypes.result = call.out[0]->dtype();
  } else if constexpr (kind == ReductionDType::Truth) {
    dtypes = {DType::Bool, self == DType::UInt8 ? DType::UInt8 : DType::Bool};
    if (has_out) dtypes.result = call.out[0]->dtype();
    TT_CHECK(dtypes.result == DType::Bool || dtypes.result == DType::UInt8, Runtime,
             "expected out tensor to have dtype bool, but got ", name(dtypes.result), " instead");
  } else {
    accepted = asked_dtype(op, call, kind == ReductionDType::Inexact);
    dtypes = {accepted, accepted};
  }
  TT_CHECK(op.spec->accepts & bit(accepted), NotImplemented, "not implemented for dtype ", name(accepted),
           "; implemented for ", dtype_set_names(op.spec->accepts));
  return dtypes;
}

constexpr Location where = here();
template <ReductionDType kind>
void reduction_plan(const Op& op, Call& call, Plan& plan) {
  // 1. Metadata: dims and keepdim are there unless the overload reduces everything; dtype is last, if there.
  TensorImpl& self = *call.args[0].tensor;
  int ndim = self.ndim();
  bool has_dims = op.spec->arg_count > 2;
  bool keepdim = has_dims && call.args[2].i;
  // 2. Validation.
  constexpr bool is_truth = kind == ReductionDType::Truth;
  uint64_t reduced = has_dims ? dims_of(call.args[1], ndim, is_truth) : ~uint64_t{0};
  if constexpr (kind == ReductionDType::Same) require_elements(self, reduced);
  DTypes dtypes = dtypes_of<kind>(op, call, has_dims);
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
    resize_output(call, 0, result_shape);
    for (int d = 0, at = 0; d < ndim; ++d)
      strides[d] = drops_dims && reduced >> d & 1 ? 1 : result->stride(at++);
    // What lies beyond the results lives as long as the plan.
    plan.held = alias_unchecked(*result, kept_shape, strides, result->offset());
    plan.iter.add_output(plan.held.get());
  } else {
    result = empty(kept_shape, dtypes.result, self.device());
    plan.iter.add_output(result.get());
  }
  plan.iter.add_input(self);
  plan.iter.build({.compute_dtype = dtypes.compute,
                   .result_dtype = dtypes.result,
                   .reduced_dims = reduced,
                   .is_reduction = true});
  if (drops_dims && call.form != Form::Out) {
    result->set_contiguous(result_shape);
  }
  plan.add_result(std::move(result));
}

}  // namespace

void register_reduction_plan(const char* op, ReductionDType dtype) {
  PlanFn plan = dtype == ReductionDType::Wide      ? reduction_plan<ReductionDType::Wide>
                : dtype == ReductionDType::Inexact ? reduction_plan<ReductionDType::Inexact>
                : dtype == ReductionDType::Same    ? reduction_plan<ReductionDType::Same>
                                                   : reduction_plan<ReductionDType::Truth>;
  register_plan(op, plan, "reduction_plan", where);
}

}  // namespace tt::kernels
