// The loops of one pointwise functor for one ISA, as data: what the generated units define and the
// registration unit picks from. Knows neither functors nor ISAs.
#pragma once

#include "tt/core/base/dtype.h"
#include "tt/core/iterate/loop.h"

namespace tt::kernels {

struct PointwiseLoops {
  Loop2d by_dtype[kDTypeCount];  // null where the op does not accept the dtype
  LoopInfo info;
  const PointwiseLoops* variants = nullptr;  // functors that the plan may choose instead
  int variant_count = 0;
};

// Throws: the loops are compiled per ISA, where no exception's code may be left behind.
[[noreturn]] void fail_division_by_zero();

}  // namespace tt::kernels
