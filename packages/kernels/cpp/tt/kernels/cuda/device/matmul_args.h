// What the host tells the kernel of matmul, beside the layout of the batch.
#pragma once

#include <cstdint>

namespace tt::kernels::device {

inline constexpr int kMatmulTile = 16;

struct MatmulArgs {
  const char* a;
  const char* b;
  char* c;
  int64_t m, n, k;
  int64_t a_row, a_column, b_row, b_column, c_row, c_column;  // strides in bytes
};

}  // namespace tt::kernels::device
