// Loops that find where the greatest (or least) element is: what the per-ISA unit (extremum_loops.cpp) fills
// and the run (extremum.cpp) calls. Elements are those of the dtype in which they are compared.
#pragma once

#include <cstdint>

#include "tt/core/base/dtype.h"
#include "tt/core/base/location.h"

namespace tt::kernels {

inline constexpr int64_t kMaxComparedBytes = 8;
// Columns of one call at most; what is kept of each stays in the L1 cache.
inline constexpr int64_t kExtremumColumns = 512;

struct ExtremumLoop {
  // *value = the extremum of `count` elements that follow one another; NaN if there is one.
  void (*value)(const char* input, int64_t count, void* value);
  // The place of the first element that equals *value, which there is.
  int64_t (*find)(const char* input, int64_t count, const void* value);
  // Whether a later *value takes the place of *best.
  bool (*beats)(const void* value, const void* best);
  // For each of `columns` columns that follow one another: values[j] and places[j] (int64 where elements have
  // 8 bytes, else int32) after `rows` more rows, the first of which has the place `first`.
  void (*columns)(const char* input, int64_t step_bytes, int64_t rows, int64_t columns, int64_t first,
                  void* values, void* places);
};

struct ExtremumLoops {
  DType compared[kDTypeCount];  // by the input's dtype; Undefined where it has no order
  ExtremumLoop greatest[kDTypeCount], least[kDTypeCount];
  Location where;
  const char* isa;
};

}  // namespace tt::kernels
