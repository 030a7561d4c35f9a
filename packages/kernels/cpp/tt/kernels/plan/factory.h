// What factories share: the options behind `*` in their schemas, and where the result comes from. Knows no
// device.
#pragma once

#include "tt/core/dispatch/call.h"

namespace tt::kernels {

// dtype, layout, device, requires_grad: in this order, from the argument `first` on.
struct FactoryOptions {
  DType dtype;
  Device device;
  bool requires_grad;

  FactoryOptions(const Call& call, int first, DType default_dtype, Device default_device);
};

// With `out=` the destination's dtype and device stand where none is given.
FactoryOptions options_for(const Call& call, int first, DType dtype);
// The same where the first argument is a tensor that the result is like.
FactoryOptions options_like(const Call& call, int first);

// A tensor whose elements are still to be written: fresh, or the one of `out=`.
Tensor make_result(const Call& call, Ints sizes, const FactoryOptions& options);

}  // namespace tt::kernels
