// What the host tells a pointwise kernel, beside the layout.
#pragma once

#include <cstdint>

#include "tt/core/base/dtype.h"

namespace tt::kernels::device {

inline constexpr int kMaxPointwiseOperands = 4;  // an output and three inputs
inline constexpr int kMaxPointwiseScalars = 4;
inline constexpr int kPointwiseThreads = 128;
// Elements, or packs of elements, that a thread takes.
inline constexpr int kPointwiseWork = 4;

struct alignas(16) Number {
  char bytes[16];
};

struct PointwiseArgs {
  Number scalars[kMaxPointwiseScalars];   // the op's numbers, in the opmath dtype
  Number numbers[kMaxPointwiseOperands];  // Python numbers that stand for tensors, by operand
  char* data[kMaxPointwiseOperands];      // operand 0 is the output
  int64_t count;
  uint32_t is_number;                   // bit i: operand i is numbers[i]
  uint32_t is_single;                   // bit i: operand i is one element (contiguous kernels)
  uint32_t is_aligned;                  // every other operand is aligned to a pack
  DType dtypes[kMaxPointwiseOperands];  // in memory (casting kernels)
};

}  // namespace tt::kernels::device
