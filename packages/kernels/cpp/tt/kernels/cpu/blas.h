// OpenBLAS, found at run time: the few functions that matmul calls, each on one thread. Must not know
// tensors.
//
// Note [BLAS]
// The library comes from a wheel whose symbols have the prefix scipy_. It is opened by path and its symbols
// stay local, so that it never takes the place of the BLAS that NumPy and SciPy bring. Its own thread pool
// beside OpenMP's makes timings erratic, so it runs on one thread and parallel_for splits the work. It is
// opened by the first product that needs it: `import tt` only says where it is.
#pragma once

#include <cstdint>

#include "tt/core/base/dtype.h"

namespace tt::kernels {

// A matrix as BLAS takes it: rows of contiguous elements, or columns where it is transposed.
struct BlasMatrix {
  const char* data;
  bool transposed;
  int32_t leading;  // elements between rows, or columns
};

struct Blas {
  // result (m x n, contiguous rows `leading` apart) = a (m x k) times b (k x n); added to it where `adds`.
  void (*multiply)(int32_t m, int32_t n, int32_t k, const BlasMatrix& a, const BlasMatrix& b, bool adds,
                   char* result, int32_t leading);
  // result (m) = a (m x k) times vector (k); strides in elements. The result holds zeros already.
  void (*multiply_vector)(int32_t m, int32_t k, const BlasMatrix& a, const char* vector,
                          int32_t vector_stride, char* result, int32_t result_stride);
};

// Of float32, float64, complex64 and complex128. The first call opens the library; throws Runtime when that
// fails.
const Blas& blas(DType dtype);
// The processor that the library's kernels were chosen for, as it names it.
const char* blas_core();

}  // namespace tt::kernels
