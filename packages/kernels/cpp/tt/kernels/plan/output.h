// The `out=` form of ops whose result has another shape than their inputs: what is checked before a
// destination is written. Part of plans; knows no op and no device.
#pragma once

#include "tt/core/dispatch/call.h"

namespace tt::kernels {

// Throws Runtime unless `out` has the result's dtype.
void check_output_dtype(const TensorImpl& out, DType dtype);

// Gives destination `index` of the call the result's shape. Throws Runtime when its elements would lie in the
// memory of an input or of another destination: an element of the result needs several of the inputs'.
void resize_output(const Call& call, int index, Ints shape);

}  // namespace tt::kernels
