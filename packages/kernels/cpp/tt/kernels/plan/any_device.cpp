// Copies for devices that have no kernels of their own for them: clone, _to_copy, zero_ and item by way of copy_ and
// fill_, which are what a device registered at run time has to bring.
#include <utility>

#include "tt/core/base/error.h"
#include "tt/kernels/plan/any_device.h"
#include "tt/kernels/plan/geometry.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

Tensor copied(TensorImpl& self, DType dtype, Device device, MemoryFormat format) {
  Tensor made = kernels::empty_like(self, dtype, device, format);
  copy_by_kernel(*made, self);
  return made;
}

void clone(const Op&, Call& call) {
  TensorImpl& self = *call.args[0].tensor;
  call.add_result(copied(self, self.dtype(), self.device(), memory_format(call.args[1])));
}

void to_copy(const Op&, Call& call) {
  TensorImpl& self = *call.args[0].tensor;
  DType dtype = call.args[1].is_none() ? self.dtype() : call.args[1].dtype();
  Device device = call.args[2].is_none() ? self.device() : call.args[2].device();
  call.add_result(copied(self, dtype, device, MemoryFormat::Preserve));
}

void zero(const Op&, Call& call) {
  BelowAutograd guard;
  TensorImpl& self = *call.args[0].tensor;
  inner_call(find_op<"fill_.Scalar">(), {Slot::of(&self), Slot::of(int64_t{0})});
  call.add_result(Tensor::share(&self));
}

// The same call for a copy of the one element on the CPU.
void item(const Op& op, Call& call) {
  TensorImpl& self = *call.args[0].tensor;
  TT_CHECK(self.numel() == 1, Runtime, "a Tensor with ", self.numel(),
           " elements cannot be converted to Scalar");
  Tensor here = copied(self, self.dtype(), Device{}, MemoryFormat::Contiguous);
  call.args[0].tensor = here.get();
  KeySet keys = std::exchange(call.keys, here->keys());
  dispatch_among(op, call, KeySet(Key::CPU));
  call.args[0].tensor = &self;
  call.keys = keys;
}

void add(const char* op, Kernel body, const char* name, Location where = tt::here()) {
  Registry::instance().kernel(op, Key::CompositeExplicitAutograd, body, name, nullptr, where);
}

}  // namespace

void copy_by_kernel(TensorImpl& target, TensorImpl& source) {
  if (target.numel() == 0) return;
  BelowAutograd guard;
  inner_call(find_op<"copy_">(), {Slot::of(&target), Slot::of(&source)});
}

void register_any_device() {
  add("clone", clone, "clone");
  add("_to_copy", to_copy, "to_copy");
  add("zero_", zero, "zero");
  add("item", item, "item");
}

}  // namespace tt::kernels
