// Plans of the ops that move elements: copy_, clone, _to_copy, fill_, zero_ and item. Their runs know how.
#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/kernels/plan/any_device.h"
#include "tt/kernels/plan/cast_warning.h"
#include "tt/kernels/plan/geometry.h"
#include "tt/kernels/plan/plan.h"
#include "tt/kernels/plan/transfer.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

bool have_memory(const TensorImpl& target, const TensorImpl& source) {
  if (target.device().type == DeviceType::Meta) return false;
  TT_CHECK(source.device().type != DeviceType::Meta, NotImplemented,
           "cannot copy out of meta tensor; no data");
  return true;
}

// The iterator over target and source of one shape; dtypes stay as they are, the run converts.
void plan_copy(TensorImpl& target, TensorImpl& source, Plan& plan) {
  warn_of_lost_imaginary_part(source.dtype(), target.dtype());
  bool broadcast = !std::ranges::equal(target.sizes(), source.sizes());
  int64_t strides[kMaxDims];
  if (broadcast) expanded_strides(source, target.sizes(), strides);
  plan.finished = !have_memory(target, source);
  if (plan.finished) return;
  if (broadcast) plan.borrowed = alias_unchecked(source, target.sizes(), strides, source.offset());
  TensorImpl& seen = broadcast ? *plan.borrowed : source;
  plan.finished = !(target.device() == source.device());
  if (TT_UNLIKELY(plan.finished)) return transfer(target, seen);
  plan.iter.add_output(&target);
  plan.iter.add_input(seen);
  plan.iter.build({.compute_dtype = source.dtype(), .result_dtype = target.dtype(), .resize_outputs = false});
}

void copy_plan(const Op&, Call& call, Plan& plan) {
  TensorImpl& self = *call.args[0].tensor;
  TensorImpl& source = *call.args[1].tensor;
  plan.add_result(Tensor::share(&self));
  plan.finished = &self == &source;
  if (!plan.finished) plan_copy(self, source, plan);
}

void plan_fresh_copy(TensorImpl& self, DType dtype, Device device, MemoryFormat format, Plan& plan) {
  Tensor made = kernels::empty_like(self, dtype, device, format);
  plan.finished = made->device().type == DeviceType::PrivateUse1;
  if (plan.finished)
    copy_by_kernel(*made, self);
  else
    plan_copy(*made, self, plan);
  plan.add_result(std::move(made));
}

void clone_plan(const Op&, Call& call, Plan& plan) {
  TensorImpl& self = *call.args[0].tensor;
  plan_fresh_copy(self, self.dtype(), self.device(), memory_format(call.args[1]), plan);
}

void to_copy_plan(const Op&, Call& call, Plan& plan) {
  TensorImpl& self = *call.args[0].tensor;
  DType dtype = call.args[1].is_none() ? self.dtype() : call.args[1].dtype();
  Device device = call.args[2].is_none() ? self.device() : call.args[2].device();
  plan_fresh_copy(self, dtype, device, MemoryFormat::Preserve, plan);
}

// A fraction may get lost, but the magnitude has to be in the range of the dtype. Unsigned dtypes take
// negative numbers of their width, floating ones infinity and NaN.
bool fits(const Scalar& value, DType dtype) {
  if (dtype == DType::Bool || is_complex(dtype)) return true;
  if (value.category == Category::Complex && value.im != 0) return false;
  if (is_floating(dtype)) {
    double limit = dtype == DType::Float16    ? 65504.0
                   : dtype == DType::BFloat16 ? 0x1.fep127
                   : dtype == DType::Float32  ? 0x1.fffffep127
                                              : __builtin_inf();
    double real = __builtin_fabs(value.real());
    return !(real > limit) || __builtin_isinf(real);
  }
  int bits = static_cast<int>(8 * itemsize(dtype)) - (category(dtype) == Category::Signed ? 1 : 0);
  if (value.category == Category::Unsigned) return bits == 64;
  if (!value.is_float() && bits >= 63) return true;
  double high = __builtin_ldexp(1.0, bits);
  double low = category(dtype) == Category::Signed ? -high : 1 - high;
  return value.real() >= low && value.real() < high;
}

void plan_fill(TensorImpl& self, const Scalar& value, Plan& plan) {
  TT_CHECK(fits(value, self.dtype()), Runtime, "value cannot be converted to type ", name(self.dtype()),
           " without overflow");
  plan.iter.add_output(&self);
  plan.iter.add_number(value);
  plan.iter.build({.compute_dtype = self.dtype(), .resize_outputs = false});
}

void fill_plan(const Op&, Call& call, Plan& plan) {
  plan_fill(*call.args[0].tensor, call.args[1].scalar(), plan);
}

void zero_plan(const Op&, Call& call, Plan& plan) {
  plan_fill(*call.args[0].tensor, Scalar::of(int64_t{0}), plan);
}

void item_plan(const Op&, Call& call, Plan&) {
  const TensorImpl& self = *call.args[0].tensor;
  TT_CHECK(self.numel() == 1, Runtime, "a Tensor with ", self.numel(),
           " elements cannot be converted to Scalar");
  TT_CHECK(self.device().type != DeviceType::Meta, Runtime,
           "cannot be called on meta tensors: they have no data");
}

}  // namespace

void register_copies() {
  register_plan("copy_", copy_plan, "copy_plan");
  register_plan("clone", clone_plan, "clone_plan");
  register_plan("_to_copy", to_copy_plan, "to_copy_plan");
  register_plan("fill_.Scalar", fill_plan, "fill_plan");
  register_plan("zero_", zero_plan, "zero_plan");
  register_plan("item", item_plan, "item_plan");
  register_cpu_copies();
  register_copy_composites();
}

}  // namespace tt::kernels
