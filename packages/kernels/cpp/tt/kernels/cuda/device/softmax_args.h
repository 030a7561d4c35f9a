// What the host tells a softmax kernel.
#pragma once

#include <cstdint>

namespace tt::kernels::device {

struct SoftmaxArgs {
  const char* input;
  char* output;
  int64_t columns, inner, count;  // columns in all; elements between two of one column; elements of a column
  int32_t lanes, columns_per_block;
};

}  // namespace tt::kernels::device
