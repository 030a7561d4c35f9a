// The one plan of all pointwise ops, made from the op table's facts. Knows no op by name and no device.
#pragma once

#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// Registers the plan of a pointwise op; every device registers its own run.
void register_pointwise_plan(const char* op);

}  // namespace tt::kernels
