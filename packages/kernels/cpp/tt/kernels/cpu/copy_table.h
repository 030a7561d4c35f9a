// The loops that copies are made of, for one ISA: conversions between dtypes, and square tiles turned over.
#pragma once

#include "tt/core/iterate/cast.h"

namespace tt::kernels {

// Copies rows x columns elements of one size so that what is a column of the source becomes contiguous
// in the target: source rows are source_bytes apart, target rows (one a source column) target_bytes.
using Transpose = void (*)(const char* source, int64_t source_bytes, char* target, int64_t target_bytes,
                           int64_t rows, int64_t columns);

struct CopyLoops {
  CastLoop cast[kDTypeCount][kDTypeCount];  // [from][to]
  Transpose transpose[5];                   // by log2 of the element's size
  const char* isa;
};

}  // namespace tt::kernels
