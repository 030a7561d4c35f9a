// Ops that copy only when they must: reshape, contiguous, to. Bodies over differentiable ops, so that
// gradients and views are those of the ops inside. sum_to_size, the adjoint of broadcasting, is one too.
#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/kernels/plan/geometry.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

void add_self(Call& call) { call.add_result(Tensor::share(call.args[0].tensor)); }

void positive(const Op& op, Call& call) {
  DType dtype = call.args[0].tensor->dtype();
  TT_CHECK(op.spec->accepts & bit(dtype), Runtime, "not supported for dtype ", name(dtype));
  add_self(call);
}

void reshape(const Op&, Call& call) {
  TensorImpl& self = *call.args[0].tensor;
  Ints asked = call.args[1].list();
  TT_CHECK(asked.size() <= kMaxDims, Runtime, "a tensor has at most ", kMaxDims, " dims, got ", asked.size());
  int64_t sizes[kMaxDims], strides[kMaxDims];
  std::copy(asked.begin(), asked.end(), sizes);
  infer_size(sizes, static_cast<int>(asked.size()), self.numel());
  Ints target(sizes, asked.size());
  if (view_strides(self.sizes(), self.strides().data(), target, strides)) {
    return call.add_result(inner_call(find_op<"view">(), {Slot::of(&self), Slot::of(target)}));
  }
  Tensor copy = inner_call(find_op<"clone">(), {Slot::of(&self), Slot::of(MemoryFormat::Contiguous)});
  // In the graph as a view, but of memory that nobody else has: not recorded as one.
  ExcludeGuard unrecorded(KeySet(Key::ADInplaceOrView));
  call.add_result(inner_call(find_op<"view">(), {Slot::of(copy.get()), Slot::of(target)}));
}

bool is_in_format(const TensorImpl& self, MemoryFormat format) {
  if (format == MemoryFormat::Contiguous) return self.is_contiguous();
  int64_t strides[kMaxDims];
  strides_in_format(self, format, strides);
  for (int dim = 0; dim < self.ndim(); ++dim) {
    if (self.size(dim) > 1 && self.stride(dim) != strides[dim]) return false;
  }
  return true;
}

void contiguous(const Op&, Call& call) {
  TensorImpl& self = *call.args[0].tensor;
  MemoryFormat format = memory_format(call.args[1]);
  TT_CHECK(format != MemoryFormat::Preserve, Runtime,
           "preserve memory format is unsupported by the contiguous operator");
  if (is_in_format(self, format)) return add_self(call);
  call.add_result(inner_call(find_op<"clone">(), {Slot::of(&self), Slot::of(format)}));
}

// `device` without an index means any device of the type.
bool is_on(const TensorImpl& self, Device device) {
  return self.device().type == device.type && (device.index < 0 || self.device().index == device.index);
}

void to(Call& call, DType dtype, Device device, const Slot& non_blocking, const Slot& copy) {
  TensorImpl& self = *call.args[0].tensor;
  if (self.dtype() == dtype && is_on(self, device) && !copy.i) return add_self(call);
  call.add_result(
      inner_call(find_op<"_to_copy">(), {Slot::of(&self), Slot::of(dtype), Slot::of(device), non_blocking}));
}

void to_device(const Op&, Call& call) {
  const TensorImpl& self = *call.args[0].tensor;
  Device device = call.args[1].is_none() ? self.device() : call.args[1].device();
  DType dtype = call.args[2].is_none() ? self.dtype() : call.args[2].dtype();
  to(call, dtype, device, call.args[3], call.args[4]);
}

void to_dtype(const Op&, Call& call) {
  to(call, call.args[1].dtype(), call.args[0].tensor->device(), call.args[2], call.args[3]);
}

void to_other(const Op&, Call& call) {
  const TensorImpl& other = *call.args[1].tensor;
  to(call, other.dtype(), other.device(), call.args[2], call.args[3]);
}

void sum_to_size(const Op&, Call& call) {
  TensorImpl& self = *call.args[0].tensor;
  Ints sizes = call.args[1].list();
  // As in torch, the sum of everything, which for integers is int64.
  if (sizes.empty()) return call.add_result(inner_call(find_op<"sum">(), {Slot::of(&self)}));
  int leading = self.ndim() - static_cast<int>(sizes.size());
  int64_t dims[kMaxDims];
  size_t count = 0;
  bool fits = leading >= 0;
  for (int dim = 0; fits && dim < self.ndim(); ++dim) {
    int64_t size = dim < leading ? 1 : sizes[dim - leading];
    if (dim < leading || (size == 1 && self.size(dim) != 1))
      dims[count++] = dim;
    else
      fits = size == self.size(dim);
  }
  TT_CHECK(fits, Runtime, "size ", to_string(sizes), " is not expandable to size ", to_string(self.sizes()));
  if (count == 0) return add_self(call);
  Tensor sum = inner_call(find_op<"sum.dim_IntList">(),
                          {Slot::of(&self), Slot::of(Ints(dims, count)), Slot::of(true)});
  if (leading == 0) return call.add_result(std::move(sum));
  call.add_result(inner_call(find_op<"view">(), {Slot::of(sum.get()), Slot::of(sizes)}));
}

void add(const char* op, Kernel body, const char* name, Location where = here()) {
  Registry::instance().kernel(op, Key::CompositeImplicitAutograd, body, name, nullptr, where);
}

}  // namespace

void register_copy_composites() {
  add("positive", positive, "positive");
  add("reshape", reshape, "reshape");
  add("contiguous", contiguous, "contiguous");
  add("to.device", to_device, "to_device");
  add("to.dtype", to_dtype, "to_dtype");
  add("to.other", to_other, "to_other");
  add("sum_to_size", sum_to_size, "sum_to_size");
}

}  // namespace tt::kernels
