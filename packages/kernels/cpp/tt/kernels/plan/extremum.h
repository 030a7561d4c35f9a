// The plan of ops that say where along one dim the greatest or least element is: argmax, max.dim and their
// like. Knows no device.
#pragma once

#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// What the run finds: plan.borrowed is the input, of which `dim` is reduced; results are the values, if the
// op returns them, and then the places.
struct ExtremumPlan {
  int dim;
  bool keepdim;  // the results have the dim, of size 1
};

// The plan keeps it where its numbers would be.
inline ExtremumPlan& extremum_plan(Plan& plan) {
  static_assert(sizeof(ExtremumPlan) <= sizeof(plan.scalars));
  return *reinterpret_cast<ExtremumPlan*>(&plan.scalars);
}

// Called by register_extrema (cpu/extremum.cpp).
void register_extremum_plans();

}  // namespace tt::kernels
