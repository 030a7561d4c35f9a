// cuBLAS's matrix product, found by dlopen when the first one is wanted. The emulator has the same entry points.
#pragma once

#include <cstdint>

#include "tt/core/base/dtype.h"
#include "tt/kernels/cuda/driver_types.h"

namespace tt::cuda {

// c = a b for `batch` matrices, all column-major: c is m x n, a is m x k (or k x m, transposed), b is k x n (or n x k).
struct Gemm {
  GemmOperation a_operation, b_operation;
  int64_t m, n, k;
  const void* a;
  int64_t a_leading, a_step;  // elements between columns, and between matrices of the batch
  const void* b;
  int64_t b_leading, b_step;
  void* c;
  int64_t c_leading, c_step;
  int64_t batch;
  DType dtype;
};

// Whether there is a cuBLAS, and it multiplies the dtype.
bool has_gemm(DType dtype);
// On the current stream of the current device.
void run_gemm(const Gemm& gemm);

}  // namespace tt::cuda
