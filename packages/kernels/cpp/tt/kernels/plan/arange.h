// The plan of arange: how many numbers there are, and how they follow from their place. Knows no device.
#pragma once

#include "tt/kernels/plan/plan.h"
#include "tt/kernels/plan/range.h"

namespace tt::kernels {

// The result is plan.results[0]; the plan keeps the range where its numbers would be.
inline Range& range_of(Plan& plan) {
  static_assert(sizeof(Range) <= sizeof(plan.scalars));
  return *reinterpret_cast<Range*>(&plan.scalars);
}

// Called by register_ranges (cpu/arange.cpp).
void register_arange_plan();

}  // namespace tt::kernels
