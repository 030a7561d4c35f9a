// What the host tells a kernel that looks for extrema, beside the layout of what is kept.
#pragma once

#include <cstdint>

namespace tt::kernels::device {

struct ExtremumArgs {
  const char* input;
  char* values;  // null where only places are wanted
  char* places;
  int64_t outputs, count, step_bytes;
  int32_t lanes, outputs_per_block;
  bool lanes_side_by_side;
};

}  // namespace tt::kernels::device
