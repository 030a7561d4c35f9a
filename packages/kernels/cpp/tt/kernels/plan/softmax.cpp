#include "tt/kernels/plan/softmax.h"

#include "tt/core/base/error.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/core/iterate/resize_output.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/plan/output.h"

namespace tt::kernels {
namespace {

Tensor contiguous_in(TensorImpl& self, DType dtype) {
  BelowAutograd guard;
  Tensor input = Tensor::share(&self);
  if (self.dtype() != dtype) input = inner_call(find_op<"_to_copy">(), {Slot::of(&self), Slot::of(dtype)});
  if (input->is_contiguous()) return input;
  return inner_call(find_op<"clone">(), {Slot::of(input.get()), Slot::of(MemoryFormat::Contiguous)});
}

// Arguments: self, dim, dtype.
void softmax_plan(const Op& op, Call& call, Plan& plan) {
  TensorImpl& self = *call.args[0].tensor;
  DType dtype = call.args[2].is_none() ? self.dtype() : call.args[2].dtype();
  wrap_dim(call.args[1].i, self.ndim());
  TT_CHECK(op.spec->accepts & bit(dtype), NotImplemented, "not implemented for dtype ", name(dtype),
           "; implemented for ", dtype_set_names(op.spec->accepts),
           "; hint: give dtype=, such as dtype=tt.float32");
  if (call.form == Form::Out) {
    TensorImpl& out = *call.out[0];
    check_output_dtype(out, dtype);
    bool aside = would_cover(out, self.sizes(), self);  // `out` may be the input itself
    resize_output(out, self.sizes());
    plan.held = Tensor::share(&out);
    bool direct = out.is_contiguous() && !aside;
    plan.add_result(direct ? plan.held : empty(self.sizes(), dtype, self.device()));
  } else {
    plan.add_result(empty(self.sizes(), dtype, self.device()));
  }
  plan.borrowed = contiguous_in(self, dtype);
  plan.finished = self.numel() == 0 || self.device().type == DeviceType::Meta;
  if (plan.finished && call.form == Form::Out) {
    plan.take_result(0);
    plan.result_count = 0;
    plan.add_result(plan.held);
  }
}

}  // namespace

SoftmaxShape softmax_shape(const Call& call, const TensorImpl& input) {
  SoftmaxShape shape;
  int dim = wrap_dim(call.args[1].i, input.ndim());
  for (int d = 0; d < input.ndim(); ++d) {
    (d < dim ? shape.outer : d == dim ? shape.count : shape.inner) *= input.size(d);
  }
  return shape;
}

void move_to_output(Plan& plan) {
  if (!plan.held || plan.held.get() == plan.results[0]) return;
  BelowAutograd guard;
  Tensor computed_result = plan.take_result(0);
  inner_call(find_op<"copy_">(), {Slot::of(plan.held.get()), Slot::of(computed_result.get())});
  plan.results[0] = plan.held.give();
}

void register_softmax_plans() {
  register_plan("softmax.int", softmax_plan, "softmax_plan");
  register_plan("log_softmax.int", softmax_plan, "softmax_plan");
}

}  // namespace tt::kernels
