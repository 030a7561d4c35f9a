// What the host tells the kernel of arange.
#pragma once

#include <cstdint>

#include "tt/kernels/plan/range.h"

namespace tt::kernels::device {

inline constexpr int kArangeThreads = 256;

struct ArangeArgs {
  Range range;
  char* output;
  int64_t count, stride_bytes;
};

}  // namespace tt::kernels::device
