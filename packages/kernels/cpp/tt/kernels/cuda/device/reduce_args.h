// What the host tells a kernel that combines elements along dims, beside the layouts.
#pragma once

#include <cstdint>

#include "tt/core/base/dtype.h"

namespace tt::kernels::device {

inline constexpr int kReduceThreads = 256;

// Note [Reduction on a device]
// A block serves `outputs_per_block` outputs, each with `lanes` threads (both powers of two, kReduceThreads in all).
// Threads of one output lie side by side where the reduced dim is the one that runs through memory, else those of
// one lane do. A lane combines every lanes-th element in four interleaved values; then lanes are folded in
// halves. Where outputs are few, gridDim.y splits share an output, and a second launch combines what they leave.
// The order follows from shape and strides alone.
struct ReduceArgs {
  const char* input;
  char* output;  // of a split: its accumulators, one output after the other
  int64_t outputs, reduced;
  int64_t per_split;  // of the reduced elements
  int64_t total;      // that the result is of, for finish
  int32_t lanes, outputs_per_block;
  bool lanes_side_by_side;
  bool is_last;  // the result is to be finished and written as output_dtype
  DType input_dtype, output_dtype;
};

}  // namespace tt::kernels::device
