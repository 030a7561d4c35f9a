#include "tt/kernels/plan/extremum.h"

#include "tt/core/base/error.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/plan/output.h"

namespace tt::kernels {
namespace {

struct Shape {
  int64_t sizes[kMaxDims];
  int ndim = 0;
  Ints ints() const { return {sizes, static_cast<size_t>(ndim)}; }
};

Tensor result_of(const Call& call, int index, Ints shape, DType dtype) {
  if (call.form != Form::Out) return empty(shape, dtype, call.args[0].tensor->device());
  check_output_dtype(*call.out[index], dtype);
  resize_output(call, index, shape);
  return Tensor::share(call.out[index]);
}

void plan_along(Call& call, Plan& plan, const Tensor& input, int dim, const Shape& shape, bool keepdim,
                bool has_values) {
  if (has_values) plan.add_result(result_of(call, 0, shape.ints(), input->dtype()));
  plan.add_result(result_of(call, has_values, shape.ints(), DType::Int64));
  plan.borrowed = input;
  extremum_plan(plan) = {dim, keepdim};
  plan.finished = plan.results[0]->numel() == 0;
}

void check_accepts(const Op& op, DType dtype) {
  TT_CHECK(op.spec->accepts & bit(dtype), NotImplemented, "not implemented for dtype ", name(dtype),
           "; implemented for ", dtype_set_names(op.spec->accepts));
}

// Arguments: self, dim, keepdim.
void plan_dim(const Op& op, Call& call, Plan& plan) {
  TensorImpl& self = *call.args[0].tensor;
  check_accepts(op, self.dtype());
  int dim = wrap_dim(call.args[1].i, self.ndim());
  bool keepdim = call.args[2].i;
  TT_CHECK(self.ndim() == 0 || self.size(dim) > 0, Index, "expected reduction dim ", dim,
           " to have non-zero size");
  Shape shape;
  for (int d = 0; d < self.ndim(); ++d) {
    if (d != dim || keepdim) shape.sizes[shape.ndim++] = d == dim ? 1 : self.size(d);
  }
  plan_along(call, plan, Tensor::share(&self), dim, shape, keepdim, op.spec->return_count == 2);
}

// Without a dim the place is that among all elements in their order.
void plan_flat_or_dim(const Op& op, Call& call, Plan& plan) {
  if (!call.args[1].is_none()) return plan_dim(op, call, plan);
  TensorImpl& self = *call.args[0].tensor;
  check_accepts(op, self.dtype());
  TT_CHECK(self.numel() > 0, Index, "expected reduction dim to be specified for input.numel() == 0");
  Shape shape;
  if (call.args[2].i) shape.ndim = self.ndim();
  for (int d = 0; d < shape.ndim; ++d) shape.sizes[d] = 1;
  BelowAutograd guard;
  Tensor input = Tensor::share(&self);
  if (!self.is_contiguous())
    input = inner_call(find_op<"clone">(), {Slot::of(&self), Slot::of(MemoryFormat::Contiguous)});
  int64_t size[] = {self.numel()}, stride[] = {1};
  Tensor flat = alias_unchecked(*input, Ints(size, 1), stride, input->offset());
  plan_along(call, plan, flat, 0, shape, false, false);
}

}  // namespace

void register_extremum_plans() {
  register_plan("max.dim", plan_dim, "plan_dim");
  register_plan("min.dim", plan_dim, "plan_dim");
  register_plan("argmax", plan_flat_or_dim, "plan_flat_or_dim");
  register_plan("argmin", plan_flat_or_dim, "plan_flat_or_dim");
}

}  // namespace tt::kernels
