// Products of matrices of any dtype and any strides, by tiles in shared memory: what is left to it is what cuBLAS does
// not multiply, integers above all.
#include "tt/kernels/cuda/device/platform.h"

#include "tt/kernels/cuda/device/layout.h"
#include "tt/kernels/cuda/device/matmul_args.h"
#include "tt/kernels/functors/cell.h"
#include "tt/kernels/functors/functor.h"

namespace tt::kernels::device {

// blockIdx.z is the matrix of the batch, whose place is in `batch`: a, b, c.
template <class T>
__global__ void __launch_bounds__(kMatmulTile* kMatmulTile)
    matmul(const __grid_constant__ MatmulArgs args, const __grid_constant__ Layout<uint64_t, 3> batch) {
  using Memory = typename Cell<T>::Memory;
  using A = opmath_t<T>;
  TT_SHARED(A, a_tile, kMatmulTile * (kMatmulTile + 1));
  TT_SHARED(A, b_tile, kMatmulTile * (kMatmulTile + 1));
  constexpr int kWidth = kMatmulTile + 1;  // so that a column does not lie in one bank
  uint64_t offsets[3];
  batch.offsets_of(blockIdx.z, offsets);
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int64_t row = static_cast<int64_t>(blockIdx.y) * kMatmulTile + y;
  const int64_t column = static_cast<int64_t>(blockIdx.x) * kMatmulTile + x;
  auto element = [](const char* at) { return Cell<T>::load(*reinterpret_cast<const Memory*>(at)); };
  A sum{};
  for (int64_t first = 0; first < args.k; first += kMatmulTile) {
    const bool has_a = row < args.m && first + x < args.k, has_b = column < args.n && first + y < args.k;
    a_tile[y * kWidth + x] =
        has_a ? element(args.a + offsets[0] + row * args.a_row + (first + x) * args.a_column) : A{};
    b_tile[y * kWidth + x] =
        has_b ? element(args.b + offsets[1] + (first + y) * args.b_row + column * args.b_column) : A{};
    __syncthreads();
    for (int l = 0; l < kMatmulTile; ++l)
      sum = static_cast<A>(sum + times(a_tile[y * kWidth + l], b_tile[l * kWidth + x]));
    __syncthreads();
  }
  if (row < args.m && column < args.n) {
    *reinterpret_cast<Memory*>(args.c + offsets[2] + row * args.c_row + column * args.c_column) =
        Cell<T>::store(sum);
  }
}

}  // namespace tt::kernels::device
