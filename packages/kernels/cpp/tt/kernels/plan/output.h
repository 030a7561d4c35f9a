// The `out=` form of ops whose result has another shape than their inputs: what is checked before the
// destination is written. Part of plans; knows no op and no device.
#pragma once

#include "tt/core/tensor/tensor.h"

namespace tt::kernels {

// Gives `out` the result's shape; torch warns when that drops elements.
void resize_output(TensorImpl& out, Ints shape);

// Throws Runtime unless `out` has the result's dtype.
void check_output_dtype(const TensorImpl& out, DType dtype);

// Throws Runtime when `out` is the memory of `input`: every element of the result needs several of the
// input's. That they overlap in part was refused before the kernel.
void refuse_input_as_output(const TensorImpl& out, const TensorImpl& input);

}  // namespace tt::kernels
