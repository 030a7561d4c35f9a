// Plans of the ops that move elements: copy_, clone, _to_copy, fill_, zero_ and item. Their runs know how.
#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/dispatch/registry.h"
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
void plan_copy(TensorImpl& target, TensorImpl& source, bool non_blocking, Plan& plan) {
  warn_of_lost_imaginary_part(source.dtype(), target.dtype());
  bool broadcast = !std::ranges::equal(target.sizes(), source.sizes());
  int64_t strides[kMaxDims];
  if (broadcast) expanded_strides(source, target.sizes(), strides);
  plan.finished = !have_memory(target, source);
  if (plan.finished) return;
  if (broadcast) plan.borrowed = alias_unchecked(source, target.sizes(), strides, source.offset());
  TensorImpl& seen = broadcast ? *plan.borrowed : source;
  plan.finished = !(target.device() == source.device());
  if (TT_UNLIKELY(plan.finished)) return transfer(target, seen, non_blocking);
  plan.iter.add_output(&target);
  plan.iter.add_input(seen);
  plan.iter.build({.compute_dtype = source.dtype(), .result_dtype = target.dtype(), .resize_outputs = false});
}

// Of one number to every element, cast as an element of a tensor would be.
void plan_number(TensorImpl& self, const Scalar& value, Plan& plan) {
  int64_t sizes[kMaxDims];
  bool repeats = false;
  for (int d = 0; d < self.ndim(); ++d) {
    bool again = self.stride(d) == 0 && self.size(d) > 1;
    sizes[d] = again ? 1 : self.size(d);
    repeats |= again;
  }
  Ints once(sizes, static_cast<size_t>(self.ndim()));
  if (repeats) plan.borrowed = alias_unchecked(self, once, self.strides().data(), self.offset());
  plan.iter.add_output(repeats ? plan.borrowed.get() : &self);
  plan.iter.add_number(value);
  plan.iter.build({.compute_dtype = self.dtype(), .resize_outputs = false});
}

void copy_plan(const Op&, Call& call, Plan& plan) {
  TensorImpl& self = *call.args[0].tensor;
  plan.add_result(Tensor::share(&self));
  if (call.args[1].is_number()) {
    Scalar value = call.args[1].scalar();
    if (value.category == Category::Complex) warn_of_lost_imaginary_part(DType::Complex128, self.dtype());
    return plan_number(self, value, plan);
  }
  TensorImpl& source = *call.args[1].tensor;
  plan.finished = &self == &source;
  if (!plan.finished) plan_copy(self, source, call.args[2].i, plan);
}

void plan_fresh_copy(TensorImpl& self, Tensor made, bool non_blocking, Plan& plan) {
  plan.finished = made->device().type == DeviceType::PrivateUse1;
  if (plan.finished)
    copy_by_kernel(*made, self);
  else
    plan_copy(*made, self, non_blocking, plan);
  plan.add_result(std::move(made));
}

void clone_plan(const Op&, Call& call, Plan& plan) {
  TensorImpl& self = *call.args[0].tensor;
  Tensor made = kernels::empty_like(self, self.dtype(), self.device(), memory_format(call.args[1]));
  plan_fresh_copy(self, std::move(made), false, plan);
}

void to_copy_plan(const Op&, Call& call, Plan& plan) {
  TensorImpl& self = *call.args[0].tensor;
  DType dtype = call.args[1].is_none() ? self.dtype() : call.args[1].dtype();
  Device device = call.args[2].is_none() ? self.device() : call.args[2].device();
  bool non_blocking = call.args[3].i, lands = device.type == DeviceType::CPU && !(self.device() == device);
  plan_fresh_copy(self,
                  non_blocking && lands ? landing_place(self, dtype)
                                        : kernels::empty_like(self, dtype, device, MemoryFormat::Preserve),
                  non_blocking, plan);
}

// As torch has it: a fraction may get lost, but the magnitude has to be in the range of the dtype, or infinite.
// Unsigned dtypes take negative ints of their width.
bool fits(const Scalar& value, DType dtype) {
  double limit = dtype == DType::Float16                                ? 65504.0
                 : dtype == DType::BFloat16                             ? 0x1.fep127
                 : dtype == DType::Float32 || dtype == DType::Complex64 ? 0x1.fffffep127
                                                                        : __builtin_inf();
  auto in_range = [&](double part) { return !(__builtin_fabs(part) > limit) || __builtin_isinf(part); };
  if (dtype == DType::Bool || is_complex(dtype)) return in_range(value.real()) && in_range(value.im);
  if (value.category == Category::Complex && value.im != 0) return false;
  if (is_floating(dtype)) return in_range(value.real());
  bool is_signed = category(dtype) == Category::Signed;
  int bits = static_cast<int>(8 * itemsize(dtype)) - is_signed;
  double high = __builtin_ldexp(1.0, bits), real = value.real();
  if (value.is_float()) return real >= (is_signed ? -high : 0.0) && real <= high - 1 && real < high;
  if (value.category == Category::Unsigned) return bits == 64;
  return bits >= 63 || (real >= (is_signed ? -high : 1 - high) && real < high);
}

void plan_fill(TensorImpl& self, const Scalar& value, Plan& plan) {
  TT_CHECK(fits(value, self.dtype()), Runtime, "value cannot be converted to type ", name(self.dtype()),
           " without overflow");
  plan_number(self, value, plan);
  plan.add_result(Tensor::share(&self));
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
  for (const char* op : {"fill_.Scalar", "zero_"}) Registry::instance().at(op).fills = true;
  register_plan("item", item_plan, "item_plan");
  register_cpu_copies();
  register_copy_composites();
}

}  // namespace tt::kernels
