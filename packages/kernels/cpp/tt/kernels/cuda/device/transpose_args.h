// What the host tells the kernel of a transposed copy, beside the layout of the batch.
#pragma once

#include <cstdint>

namespace tt::kernels::device {

// Elements of a tile's side, and threads along it and across.
inline constexpr int kTransposeTile = 32;
inline constexpr int kTransposeRows = 8;

struct TransposeArgs {
  const char* input;
  char* output;
  int64_t rows, columns;    // the output's elements lie side by side down a column, the input's along a row
  int64_t input_row_bytes;  // from one row to the next
  int64_t output_column_bytes;  // from one column to the next
  int64_t row_tiles, column_tiles;
};

}  // namespace tt::kernels::device
