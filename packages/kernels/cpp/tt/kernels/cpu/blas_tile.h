// One tile of a matrix product in this thread, by BLAS: what it cannot take as it lies is copied, and the
// short floats are multiplied as float32. Part of the run of matmul; knows neither batches nor threads.
#pragma once

#include "tt/core/base/dtype.h"
#include "tt/kernels/cpu/matmul_table.h"

namespace tt::kernels {

struct Matrix : MatrixView {
  DType dtype;

  char* at(int64_t row, int64_t column) const {
    return data + (row * row_stride + column * column_stride) * itemsize(dtype);
  }
  Matrix from(int64_t row, int64_t column) const {
    return {{at(row, column), row_stride, column_stride}, dtype};
  }
  Matrix turned() const { return {{data, column_stride, row_stride}, dtype}; }
};

// In which dtype the products are formed.
inline DType compute_dtype(DType dtype) {
  return dtype == DType::Float16 || dtype == DType::BFloat16 ? DType::Float32 : dtype;
}

// BLAS counts in 32 bits: tiles are at most this high and wide.
inline constexpr int64_t kMostAtOnce = int64_t{1} << 30;

// result (m x n) = a (m x k) times b (k x n). All of one dtype, floating or complex; k is positive.
void blas_tile(int64_t m, int64_t n, int64_t k, const Matrix& a, const Matrix& b, const Matrix& result);

}  // namespace tt::kernels
