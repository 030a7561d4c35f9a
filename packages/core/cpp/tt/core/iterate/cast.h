// The table of conversion loops. Core only needs to be able to call them; kernels compile them
// per ISA and install them.
#pragma once

#include "tt/core/base/dtype.h"
#include "tt/core/base/macros.h"

namespace tt {

// Converts `count` elements; strides in bytes.
using CastLoop = void (*)(const char* source, int64_t source_stride_bytes, char* target,
                          int64_t target_stride_bytes, int64_t count);

extern TT_API CastLoop cast_loops[kDTypeCount][kDTypeCount];  // [from][to]

inline CastLoop cast_loop(DType from, DType to) {
  return cast_loops[static_cast<int>(from)][static_cast<int>(to)];
}

}  // namespace tt
