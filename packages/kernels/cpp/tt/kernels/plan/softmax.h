// The plan of softmax and log_softmax: one contiguous input in the dtype of the result. Knows no device.
#pragma once

#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// plan.borrowed is the input and plan.results[0] the result, both contiguous, of one shape and dtype: `outer`
// blocks of `count` rows of `inner` elements, of which each column is a softmax.
struct SoftmaxShape {
  int64_t outer = 1, count = 1, inner = 1;
};
SoftmaxShape softmax_shape(const Call& call, const TensorImpl& input);

// What every run ends with: the result goes to an `out=` that has strides of its own.
void move_to_output(Plan& plan);

// Called by register_softmax (cpu/softmax.cpp).
void register_softmax_plans();

}  // namespace tt::kernels
