// The table of matmul's own loops, one row a dtype: what the per-ISA unit (matmul_loops.cpp) fills and the
// run (matmul.cpp) calls for integers and for small matrices.
#pragma once

#include <cstdint>

#include "tt/core/base/dtype.h"

namespace tt::kernels {

// A matrix of any strides, in elements.
struct MatrixView {
  char* data;
  int64_t row_stride;
  int64_t column_stride;
};

struct MatmulLoops {
  // result (m x n) = a (m x k) times b (k x n), in this thread; k is positive. Integers wrap around. Null for
  // complex numbers and the short floats.
  using Multiply = void (*)(int64_t m, int64_t n, int64_t k, const MatrixView& a, const MatrixView& b,
                            const MatrixView& result);
  Multiply by_dtype[kDTypeCount];
  const char* isa;
};

}  // namespace tt::kernels
