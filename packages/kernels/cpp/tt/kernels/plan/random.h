// The plan of rand, randn and their like: a tensor to be filled. Knows no device.
#pragma once

#include "tt/core/base/generator.h"
#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// What the call draws from; plan.results[0] is to be filled.
Generator& generator_of(const Call& call);

// Called by register_random (cpu/random.cpp).
void register_random_plans();

}  // namespace tt::kernels
