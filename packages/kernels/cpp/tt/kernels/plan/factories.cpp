// Factories: fresh tensors of a given shape. One kernel for every backend; the elements are written by the
// backend's fill_, except where zeros are all bytes 0 on the CPU.
#include <algorithm>
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/base/trace.h"
#include "tt/core/iterate/promote.h"
#include "tt/kernels/plan/geometry.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

// Where the options start in the schema's arguments: dtype, layout, device, requires_grad.
struct Options {
  DType dtype;
  Device device;
  bool requires_grad;

  Options(const Call& call, int first, DType default_dtype, Device default_device)
      : dtype(call.args[first].is_none() ? default_dtype : call.args[first].dtype()),
        device(call.args[first + 2].is_none() ? default_device : call.args[first + 2].device()),
        requires_grad(call.args[first + 3].i != 0) {
    const Slot& layout = call.args[first + 1];
    TT_CHECK(layout.is_none() || layout.layout() == Layout::Strided, NotImplemented,
             "only strided tensors are made here, got layout=", name(layout.layout()));
    TT_CHECK(!requires_grad || is_floating(dtype) || is_complex(dtype), Runtime,
             "Only Tensors of floating point and complex dtype can require gradients, got dtype ",
             name(dtype));
  }
};

void fill(const Tensor& tensor, const Slot& value) {
  if (tensor->numel() == 0 || tensor->device().type == DeviceType::Meta) return;
  bool is_zero = value.tag == Tag::Int && value.i == 0;
  if (is_zero && tensor->device().type == DeviceType::CPU && tensor->is_contiguous() &&
      tensor->numel() < 32768) {
    std::memset(tensor->data(), 0, static_cast<size_t>(tensor->numel() * tensor->itemsize()));
    return;
  }
  BelowAutograd guard;
  inner_call(find_op<"fill_.Scalar">(), {Slot::of(tensor.get()), value});
}

Tensor make(const Call& call, Ints sizes, const Options& options) {
  if (call.form != Form::Out) return tt::empty(sizes, options.dtype, options.device);
  Tensor out = Tensor::share(call.out[0]);
  TT_CHECK(out->dtype() == options.dtype, Runtime, "expected out= to have dtype ", name(options.dtype),
           ", got ", name(out->dtype()));
  if (!std::ranges::equal(out->sizes(), sizes)) resize(*out, sizes);
  return out;
}

void finish(Call& call, Tensor tensor, const Options& options) {
  if (options.requires_grad) tensor->set_requires_grad(true);
  call.add_result(std::move(tensor));
}

// With `out=` the destination's dtype and device stand where none is given.
Options options_for(const Call& call, int first, DType dtype) {
  if (call.form == Form::Out) return {call, first, call.out[0]->dtype(), call.out[0]->device()};
  return {call, first, dtype, Device{}};
}

void empty_of_sizes(Call& call) {
  Options options = options_for(call, 1, default_dtype());
  finish(call, make(call, call.args[0].list(), options), options);
}

template <int64_t value>
void constant(Call& call) {
  Options options = options_for(call, 1, default_dtype());
  Tensor tensor = make(call, call.args[0].list(), options);
  fill(tensor, Slot::of(value));
  finish(call, std::move(tensor), options);
}

void full(Call& call) {
  Options options = options_for(call, 2, ResultType::dtype_of(call.args[1].scalar()));
  Tensor tensor = make(call, call.args[0].list(), options);
  fill(tensor, call.args[1]);
  finish(call, std::move(tensor), options);
}

Tensor make_like(const Call& call, const Options& options) {
  return kernels::empty_like(*call.args[0].tensor, options.dtype, options.device);
}

Options options_like(const Call& call) {
  const TensorImpl& self = *call.args[0].tensor;
  return {call, 1, self.dtype(), self.device()};
}

void empty_like_self(Call& call) {
  Options options = options_like(call);
  finish(call, make_like(call, options), options);
}

template <int64_t value>
void constant_like(Call& call) {
  Options options = options_like(call);
  Tensor tensor = make_like(call, options);
  fill(tensor, Slot::of(value));
  finish(call, std::move(tensor), options);
}

template <void (*body)(Call&)>
void factory_kernel(const Op& op, Call& call) {
  TraceScope trace(Stage::Kernel, op.name(), name(call.form), "factory_kernel");
  if (TracePause pause{trace}) {
    const KernelEntry& entry = op.table[static_cast<int>(Key::CPU)];  // every backend has the same
    trace.detail("registered_file", std::string(entry.where.file));
    trace.detail("registered_line", entry.where.line);
  }
  body(call);
}

template <void (*body)(Call&)>
void add(const char* op, Location where = here()) {
  Registry::instance().kernel(op, Key::CompositeExplicitAutograd, factory_kernel<body>, "factory_kernel",
                              nullptr, where);
}

}  // namespace

void register_factories() {
  add<empty_of_sizes>("empty");
  add<constant<0>>("zeros");
  add<constant<1>>("ones");
  add<full>("full");
  add<empty_like_self>("empty_like");
  add<constant_like<0>>("zeros_like");
  add<constant_like<1>>("ones_like");
}

}  // namespace tt::kernels
