// The loops of one pointwise functor for one ISA, as data: what the generated units define and the
// registration unit picks from. Knows neither functors nor ISAs.
#pragma once

#include "tt/core/base/dtype.h"
#include "tt/core/iterate/loop.h"

namespace tt::kernels {

struct PointwiseLoops {
  Loop2d by_dtype[kDTypeCount];  // null where the op does not accept the dtype
  Location where;                // the functor
  const char* functor;
  const char* isa;
  int64_t grain;  // elements that are worth a thread
};

}  // namespace tt::kernels
