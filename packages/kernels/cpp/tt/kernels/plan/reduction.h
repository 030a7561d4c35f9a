// The one plan of all reductions, made from the call's arguments: which dims, which dtype, what shape. Knows
// no op by name and no device.
#pragma once

#include "tt/kernels/functors/functor.h"
#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// Registers the plan of a reduction whose result has the dtype that `dtype` says; every device registers its
// own run. The run finds in the iterator the output (operand 0, stride 0 along reduced dims), the input
// (operand 1) and the dtype in which it computes.
void register_reduction_plan(const char* op, ReductionDType dtype);

}  // namespace tt::kernels
