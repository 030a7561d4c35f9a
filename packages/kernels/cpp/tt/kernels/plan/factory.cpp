#include "tt/kernels/plan/factory.h"

#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/kernels/plan/output.h"

namespace tt::kernels {

FactoryOptions::FactoryOptions(const Call& call, int first, DType default_dtype, Device default_device)
    : dtype(call.args[first].is_none() ? default_dtype : call.args[first].dtype()),
      device(call.args[first + 2].is_none() ? default_device : call.args[first + 2].device()),
      requires_grad(call.args[first + 3].i != 0) {
  const Slot& layout = call.args[first + 1];
  TT_CHECK(layout.is_none() || layout.layout() == Layout::Strided, NotImplemented,
           "only strided tensors are made here, got layout=", name(layout.layout()));
  TT_CHECK(!requires_grad || is_floating(dtype) || is_complex(dtype), Runtime,
           "Only Tensors of floating point and complex dtype can require gradients, got dtype ", name(dtype));
}

FactoryOptions options_for(const Call& call, int first, DType dtype) {
  if (call.form == Form::Out) return {call, first, call.out[0]->dtype(), call.out[0]->device()};
  return {call, first, dtype, Device{}};
}

FactoryOptions options_like(const Call& call, int first) {
  const TensorImpl& self = *call.args[0].tensor;
  return {call, first, self.dtype(), self.device()};
}

Tensor make_result(const Call& call, Ints sizes, const FactoryOptions& options) {
  if (call.form != Form::Out) return tt::empty(sizes, options.dtype, options.device);
  Tensor out = Tensor::share(call.out[0]);
  check_output_dtype(*out, options.dtype);
  if (!std::ranges::equal(out->sizes(), sizes)) resize(*out, sizes);
  return out;
}

}  // namespace tt::kernels
