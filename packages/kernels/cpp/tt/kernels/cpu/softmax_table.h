// Loops of softmax and log_softmax over float and double: what the per-ISA unit (softmax_loops.cpp) fills and
// the run (softmax.cpp) calls.
#pragma once

#include <cstdint>

#include "tt/core/base/location.h"

namespace tt::kernels {

struct SoftmaxLoop {
  // A row of `count` elements that follow one another; `to` is no part of `from`.
  void (*row)(const char* from, char* to, int64_t count);
  // The same down each of `columns` columns that follow one another, at most kSoftmaxColumns; rows are
  // step_bytes apart on both sides.
  void (*columns)(const char* from, char* to, int64_t step_bytes, int64_t rows, int64_t columns);
};

inline constexpr int64_t kSoftmaxColumns = 128;

struct SoftmaxLoops {
  SoftmaxLoop softmax[2], log_softmax[2];  // float, double
  Location where;
  const char* isa;
};

}  // namespace tt::kernels
