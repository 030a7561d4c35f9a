// What the plan of `$name` leaves to its runs. Knows no device.
#pragma once

#include "tt/kernels/functors/$name.h"
#include "tt/kernels/plan/operands.h"
#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// The arguments of one call as element() takes them. It owns the copies that `args` may point to, so that a run keeps it
// until its last element is written.
struct ${Camel}Work {
  ${Camel}Work(const Call& call, const Plan& plan);
  Operands operands;
  ${Camel}Args args;
};

// One for each device; called by register_$name(), together with which they are a kernel.
$registrations
}  // namespace tt::kernels
