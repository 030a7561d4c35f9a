// Copies of matrices whose elements lie side by side in one direction in the input, and in the other in the output. A
// block carries a tile through shared memory, so that both are walked along their memory.
#include "tt/kernels/cuda/device/platform.h"

#include "tt/kernels/cuda/device/layout.h"
#include "tt/kernels/cuda/device/transpose_args.h"
#include "tt/kernels/functors/cell.h"

namespace tt::kernels::device {

// T stands for every dtype of its size. A block's index is that of the tile, columns first, then that of the matrix, whose
// place is in `batch`: output, input.
template <class T>
__global__ void __launch_bounds__(kTransposeTile* kTransposeRows)
    transpose(const __grid_constant__ TransposeArgs args, const __grid_constant__ Layout<uint64_t, 2> batch) {
  using Memory = typename Cell<T>::Memory;
  constexpr int kWidth = kTransposeTile + 1;  // so that a column does not lie in one bank
  TT_SHARED(Memory, tile, kTransposeTile * kWidth);
  const int64_t block = static_cast<int64_t>(blockIdx.x), row_of_tiles = block / args.column_tiles;
  uint64_t offsets[2];
  batch.offsets_of(static_cast<uint64_t>(row_of_tiles / args.row_tiles), offsets);
  const int64_t first_row = row_of_tiles % args.row_tiles * kTransposeTile;
  const int64_t first_column = block % args.column_tiles * kTransposeTile;
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int64_t size = sizeof(Memory);
  for (int k = y; k < kTransposeTile; k += kTransposeRows) {
    const int64_t row = first_row + k, column = first_column + x;
    if (row < args.rows && column < args.columns) {
      const char* from = args.input + offsets[1] + row * args.input_row_bytes + column * size;
      tile[k * kWidth + x] = *reinterpret_cast<const Memory*>(from);
    }
  }
  __syncthreads();
  for (int k = y; k < kTransposeTile; k += kTransposeRows) {
    const int64_t row = first_row + x, column = first_column + k;
    if (row < args.rows && column < args.columns) {
      char* to = args.output + offsets[0] + column * args.output_column_bytes + row * size;
      *reinterpret_cast<Memory*>(to) = tile[x * kWidth + k];
    }
  }
}

}  // namespace tt::kernels::device
