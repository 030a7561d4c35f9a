// Operands made fit for BLAS, and the call.
#include "tt/kernels/cpu/blas_tile.h"

#include <algorithm>
#include <cstring>

#include "tt/core/iterate/cast.h"
#include "tt/kernels/cpu/blas.h"
#include "tt/kernels/cpu/scratch.h"

namespace tt::kernels {
namespace {

// Rows of contiguous elements, or columns of them; false where the strides are neither.
bool as_blas(const Matrix& matrix, int64_t rows, int64_t columns, DType dtype, BlasMatrix& result) {
  if (matrix.dtype != dtype) return false;
  auto fits = [](int64_t inner_stride, int64_t inner, int64_t outer_stride, int64_t outer) {
    return (inner_stride == 1 || inner == 1) &&
           (outer == 1 || (outer_stride >= inner && outer_stride <= INT32_MAX));
  };
  bool plain = fits(matrix.column_stride, columns, matrix.row_stride, rows);
  if (!plain && !fits(matrix.row_stride, rows, matrix.column_stride, columns)) return false;
  int64_t leading =
      plain ? (rows == 1 ? columns : matrix.row_stride) : (columns == 1 ? rows : matrix.column_stride);
  result = {matrix.data, !plain, static_cast<int32_t>(std::max<int64_t>(leading, 1))};
  return true;
}

void copy_rows(const Matrix& from, const Matrix& to, int64_t rows, int64_t columns) {
  CastLoop cast = cast_loop(from.dtype, to.dtype);
  for (int64_t i = 0; i < rows; ++i) {
    cast(from.at(i, 0), from.column_stride * itemsize(from.dtype), to.at(i, 0),
         to.column_stride * itemsize(to.dtype), columns);
  }
}

// The matrix as BLAS wants it, copied where it has to be.
class BlasOperand {
 public:
  BlasOperand(const Matrix& matrix, int64_t rows, int64_t columns, DType dtype) {
    if (as_blas(matrix, rows, columns, dtype, blas_)) return;
    char* data = scratch_.allocate(rows * columns * itemsize(dtype));
    bool by_rows = matrix.column_stride <= matrix.row_stride || rows == 1;
    if (by_rows)
      copy_rows(matrix, {{data, columns, 1}, dtype}, rows, columns);
    else
      copy_rows(matrix.turned(), {{data, rows, 1}, dtype}, columns, rows);
    blas_ = {data, !by_rows, static_cast<int32_t>(by_rows ? columns : rows)};
  }
  const BlasMatrix& get() const { return blas_; }

 private:
  BlasMatrix blas_;
  Scratch scratch_;
};

// to (m) = a (m x k) times column (k x 1).
void blas_vector(const Blas& blas, int64_t m, int64_t k, const Matrix& a, const Matrix& column,
                 const Matrix& to) {
  DType dtype = to.dtype;
  int64_t size = itemsize(dtype), stride = m == 1 ? 1 : to.row_stride;
  if (stride == 1)
    std::memset(to.data, 0, static_cast<size_t>(m * size));
  else
    for (int64_t i = 0; i < m; ++i) std::memset(to.at(i, 0), 0, static_cast<size_t>(size));
  for (int64_t l = 0; l < k; l += kMostAtOnce) {
    int64_t depth = std::min(k - l, kMostAtOnce);
    BlasOperand matrix(a.from(0, l), m, depth, dtype);
    Matrix vector = column.from(l, 0);
    Scratch scratch;
    bool usable =
        vector.dtype == dtype && (depth == 1 || (vector.row_stride > 0 && vector.row_stride <= INT32_MAX));
    if (!usable) {
      Matrix copy{{scratch.allocate(depth * size), 1, 1}, dtype};
      copy_rows(vector.turned(), copy.turned(), 1, depth);
      vector = copy;
    }
    blas.multiply_vector(static_cast<int32_t>(m), static_cast<int32_t>(depth), matrix.get(), vector.data,
                         static_cast<int32_t>(depth == 1 ? 1 : vector.row_stride), to.data,
                         static_cast<int32_t>(stride));
  }
}

void blas_matrix(const Blas& blas, int64_t m, int64_t n, int64_t k, const Matrix& a, const Matrix& b,
                 const Matrix& to) {
  for (int64_t l = 0; l < k; l += kMostAtOnce) {
    int64_t depth = std::min(k - l, kMostAtOnce);
    BlasOperand left(a.from(0, l), m, depth, to.dtype), right(b.from(l, 0), depth, n, to.dtype);
    blas.multiply(static_cast<int32_t>(m), static_cast<int32_t>(n), static_cast<int32_t>(depth), left.get(),
                  right.get(), l > 0, to.data, static_cast<int32_t>(m == 1 ? n : to.row_stride));
  }
}

}  // namespace

void blas_tile(int64_t m, int64_t n, int64_t k, const Matrix& a, const Matrix& b, const Matrix& result) {
  DType dtype = compute_dtype(result.dtype);
  const Blas& functions = blas(dtype);
  BlasMatrix direct;
  if (!as_blas(result, m, n, dtype, direct)) {
    Scratch scratch;
    Matrix buffer{{scratch.allocate(m * n * itemsize(dtype)), n, 1}, dtype};
    blas_tile(m, n, k, a, b, buffer);
    return copy_rows(buffer, result, m, n);
  }
  if (n == 1) return blas_vector(functions, m, k, a, b, result);
  if (m == 1) return blas_vector(functions, n, k, b.turned(), a.turned(), result.turned());
  if (direct.transposed) return blas_matrix(functions, n, m, k, b.turned(), a.turned(), result.turned());
  blas_matrix(functions, m, n, k, a, b, result);
}

}  // namespace tt::kernels
