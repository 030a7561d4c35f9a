// Factories: fresh tensors of a given shape. One kernel for every backend; the elements are written by the
// backend's fill_, except where zeros are all bytes 0 on the CPU.
#include <algorithm>
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/base/trace.h"
#include "tt/core/iterate/promote.h"
#include "tt/kernels/plan/factory.h"
#include "tt/kernels/plan/geometry.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

void fill(const Tensor& tensor, const Slot& value) {
  if (tensor->device().type == DeviceType::Meta) return;
  bool is_zero = value.tag == Tag::Int && value.i == 0;
  if (is_zero && tensor->device().type == DeviceType::CPU && tensor->is_contiguous() &&
      tensor->numel() < 32768) {
    if (tensor->numel())
      std::memset(tensor->data(), 0, static_cast<size_t>(tensor->numel() * tensor->itemsize()));
    return;
  }
  BelowAutograd guard;
  inner_call(find_op<"fill_.Scalar">(), {Slot::of(tensor.get()), value});
}

void finish(Call& call, Tensor tensor, const FactoryOptions& options) {
  if (options.requires_grad) tensor->set_requires_grad(true);
  call.add_result(std::move(tensor));
}

// What the options default to: the kind of `self` where the overload has it, else `dtype` on the default device.
FactoryOptions options_of(const Call& call, int first, DType dtype) {
  return call.args[0].is_tensor() ? options_like(call, first) : options_for(call, first, dtype);
}

// Arguments from here on: the sizes, at place `sizes` behind a `self`, and the options at the end.
template <int sizes>
void empty_of_sizes(Call& call) {
  FactoryOptions options = options_of(call, sizes + 1, default_dtype());
  finish(call, make_result(call, call.args[sizes].list(), options), options);
}

template <int64_t value, int sizes>
void constant(Call& call) {
  FactoryOptions options = options_of(call, sizes + 1, default_dtype());
  Tensor tensor = make_result(call, call.args[sizes].list(), options);
  fill(tensor, Slot::of(value));
  finish(call, std::move(tensor), options);
}

template <int sizes>
void full(Call& call) {
  const Slot& value = call.args[sizes + 1];
  FactoryOptions options = options_of(call, sizes + 2, ResultType::dtype_of(value.scalar()));
  Tensor tensor = make_result(call, call.args[sizes].list(), options);
  fill(tensor, value);
  finish(call, std::move(tensor), options);
}

Tensor make_like(const Call& call, const FactoryOptions& options) {
  return kernels::empty_like(*call.args[0].tensor, options.dtype, options.device);
}

void empty_like_self(Call& call) {
  FactoryOptions options = options_like(call, 1);
  finish(call, make_like(call, options), options);
}

template <int64_t value>
void constant_like(Call& call) {
  FactoryOptions options = options_like(call, 1);
  Tensor tensor = make_like(call, options);
  fill(tensor, Slot::of(value));
  finish(call, std::move(tensor), options);
}

// Ones on the diagonal. Arguments: n, and m where the overload has it.
template <int sizes>
void eye(Call& call) {
  int64_t size[] = {call.args[0].i, call.args[sizes - 1].i};
  TT_CHECK(size[0] >= 0, Runtime, "n must be greater or equal to 0, got ", size[0]);
  TT_CHECK(size[1] >= 0, Runtime, "m must be greater or equal to 0, got ", size[1]);
  FactoryOptions options = options_for(call, sizes, default_dtype());
  Tensor tensor = make_result(call, Ints(size, 2), options);
  fill(tensor, Slot::of(int64_t{0}));
  int64_t length[] = {std::min(size[0], size[1])}, step[] = {tensor->stride(0) + tensor->stride(1)};
  fill(alias_unchecked(*tensor, Ints(length, 1), step, tensor->offset()), Slot::of(int64_t{1}));
  finish(call, std::move(tensor), options);
}

// Note [Price of the hook] in core/base/trace.cpp.
[[gnu::cold, gnu::noinline]] void factory_traced(const Op& op, Call& call, void (*body)(Call&)) {
  TraceScope trace(Stage::Kernel, op.name(), name(call.form), "factory_kernel");
  if (TracePause pause{trace}) {
    const KernelEntry& entry = op.table[static_cast<int>(Key::CPU)];  // every backend has the same
    trace.detail("registered_file", std::string(entry.where.file));
    trace.detail("registered_line", entry.where.line);
  }
  body(call);
}

template <void (*body)(Call&)>
void factory_kernel(const Op& op, Call& call) {
  if (is_traced()) return factory_traced(op, call, body);
  body(call);
}

template <void (*body)(Call&)>
void add(const char* op, Location where = here()) {
  Registry::instance().kernel(op, Key::CompositeExplicitAutograd, factory_kernel<body>, "factory_kernel",
                              nullptr, where);
}

}  // namespace

void register_factories() {
  add<empty_of_sizes<0>>("empty");
  add<empty_of_sizes<1>>("new_empty");
  add<constant<0, 0>>("zeros");
  add<constant<0, 1>>("new_zeros");
  add<constant<1, 0>>("ones");
  add<constant<1, 1>>("new_ones");
  add<full<0>>("full");
  add<full<1>>("new_full");
  add<eye<1>>("eye");
  add<eye<2>>("eye.m");
  add<empty_like_self>("empty_like");
  add<constant_like<0>>("zeros_like");
  add<constant_like<1>>("ones_like");
}

}  // namespace tt::kernels
