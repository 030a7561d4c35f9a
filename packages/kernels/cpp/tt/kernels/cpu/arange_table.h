// The loops of arange by dtype: what the per-ISA unit (arange_loops.cpp) fills and the run (arange.cpp)
// calls.
#pragma once

#include "tt/core/base/dtype.h"
#include "tt/core/base/location.h"
#include "tt/kernels/plan/range.h"

namespace tt::kernels {

struct ArangeLoops {
  // Writes numbers first to first + count of the range to elements that are stride_bytes apart.
  using Fill = void (*)(const Range& range, int64_t first, int64_t count, char* to, int64_t stride_bytes);
  Fill by_dtype[kDTypeCount];  // null for bool and complex
  Location where;
  const char* isa;
};

}  // namespace tt::kernels
