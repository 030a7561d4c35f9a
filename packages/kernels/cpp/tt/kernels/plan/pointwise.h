// The one plan of all pointwise ops, made from the op table's facts. Knows no op by name and no device.
#pragma once

#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// What all of these plans do, for their own settings.
void pointwise_plan(const Op& op, Call& call, Plan& plan, IteratorConfig& config);

// The plan of ops with an `exponent`, which may be a number.
void power_plan(const Op& op, Call& call, Plan& plan);
extern const Location power_where;

// Registers the plan of a pointwise op; every device registers its own run.
void register_pointwise_plan(const char* op);

}  // namespace tt::kernels
