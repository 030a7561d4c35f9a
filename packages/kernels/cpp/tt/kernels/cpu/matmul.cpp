// The CPU's half of matmul: OpenBLAS for floating and complex matrices, loops of our own for integers and for
// small matrices. The result is cut into tiles, one call of either a tile, and the tiles are split over threads.
// Must not know shapes that were not checked by the plan.
#include <algorithm>
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/base/parallel.h"
#include "tt/core/base/trace.h"
#include "tt/core/iterate/cast.h"
#include "tt/kernels/cpu/blas.h"
#include "tt/kernels/cpu/isa.h"
#include "tt/kernels/cpu/matmul_table.h"
#include "tt/kernels/cpu/scratch.h"
#include "tt/kernels/plan/matmul.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {

TT_DECLARE_ISA_COPIES(MatmulLoops, matmul_loops)

namespace {

// Multiplications below which our own loops beat a call of BLAS, and those that are worth a thread.
constexpr int64_t kSmall = 16 * 16 * 16;
constexpr int64_t kGrain = 64 * 64 * 64;
// BLAS counts in 32 bits.
constexpr int64_t kMostAtOnce = int64_t{1} << 30;

const MatmulLoops* loops = nullptr;

struct Matrix : MatrixView {
  DType dtype;

  char* at(int64_t row, int64_t column) const {
    return data + (row * row_stride + column * column_stride) * itemsize(dtype);
  }
  Matrix from(int64_t row, int64_t column) const { return {{at(row, column), row_stride, column_stride}, dtype}; }
  Matrix turned() const { return {{data, column_stride, row_stride}, dtype}; }
};

// In which dtype the products are formed.
DType compute_dtype(DType dtype) {
  return dtype == DType::Float16 || dtype == DType::BFloat16 ? DType::Float32 : dtype;
}

// Rows of contiguous elements, or columns of them; false where the strides are neither.
bool as_blas(const Matrix& matrix, int64_t rows, int64_t columns, DType dtype, BlasMatrix& result) {
  if (matrix.dtype != dtype) return false;
  auto fits = [](int64_t inner_stride, int64_t inner, int64_t outer_stride, int64_t outer) {
    return (inner_stride == 1 || inner == 1) && (outer == 1 || (outer_stride >= inner && outer_stride <= INT32_MAX));
  };
  bool plain = fits(matrix.column_stride, columns, matrix.row_stride, rows);
  if (!plain && !fits(matrix.row_stride, rows, matrix.column_stride, columns)) return false;
  int64_t leading = plain ? (rows == 1 ? columns : matrix.row_stride) : (columns == 1 ? rows : matrix.column_stride);
  result = {matrix.data, !plain, static_cast<int32_t>(std::max<int64_t>(leading, 1))};
  return true;
}

void copy_rows(const Matrix& from, const Matrix& to, int64_t rows, int64_t columns) {
  CastLoop cast = cast_loop(from.dtype, to.dtype);
  for (int64_t i = 0; i < rows; ++i) {
    cast(from.at(i, 0), from.column_stride * itemsize(from.dtype), to.at(i, 0), to.column_stride * itemsize(to.dtype),
         columns);
  }
}

// The matrix as BLAS wants it, copied where it has to be.
class BlasOperand {
 public:
  BlasOperand(const Matrix& matrix, int64_t rows, int64_t columns, DType dtype) {
    if (as_blas(matrix, rows, columns, dtype, blas_)) return;
    char* data = scratch_.allocate(rows * columns * itemsize(dtype));
    bool by_rows = matrix.column_stride <= matrix.row_stride || rows == 1;
    if (by_rows) copy_rows(matrix, {{data, columns, 1}, dtype}, rows, columns);
    else copy_rows(matrix.turned(), {{data, rows, 1}, dtype}, columns, rows);
    blas_ = {data, !by_rows, static_cast<int32_t>(by_rows ? columns : rows)};
  }
  const BlasMatrix& get() const { return blas_; }

 private:
  BlasMatrix blas_;
  Scratch scratch_;
};

// to (m) = a (m x k) times column (k x 1).
void blas_vector(const Blas& blas, int64_t m, int64_t k, const Matrix& a, const Matrix& column, const Matrix& to) {
  DType dtype = to.dtype;
  int64_t size = itemsize(dtype), stride = m == 1 ? 1 : to.row_stride;
  if (stride == 1) std::memset(to.data, 0, static_cast<size_t>(m * size));
  else for (int64_t i = 0; i < m; ++i) std::memset(to.at(i, 0), 0, static_cast<size_t>(size));
  for (int64_t l = 0; l < k; l += kMostAtOnce) {
    int64_t depth = std::min(k - l, kMostAtOnce);
    BlasOperand matrix(a.from(0, l), m, depth, dtype);
    Matrix vector = column.from(l, 0);
    Scratch scratch;
    bool usable = vector.dtype == dtype && (depth == 1 || (vector.row_stride > 0 && vector.row_stride <= INT32_MAX));
    if (!usable) {
      Matrix copy{{scratch.allocate(depth * size), 1, 1}, dtype};
      copy_rows(vector.turned(), copy.turned(), 1, depth);
      vector = copy;
    }
    blas.multiply_vector(static_cast<int32_t>(m), static_cast<int32_t>(depth), matrix.get(), vector.data,
                         static_cast<int32_t>(depth == 1 ? 1 : vector.row_stride), to.data, static_cast<int32_t>(stride));
  }
}

void blas_matrix(const Blas& blas, int64_t m, int64_t n, int64_t k, const Matrix& a, const Matrix& b, const Matrix& to) {
  for (int64_t l = 0; l < k; l += kMostAtOnce) {
    int64_t depth = std::min(k - l, kMostAtOnce);
    BlasOperand left(a.from(0, l), m, depth, to.dtype), right(b.from(l, 0), depth, n, to.dtype);
    blas.multiply(static_cast<int32_t>(m), static_cast<int32_t>(n), static_cast<int32_t>(depth), left.get(), right.get(),
                  l > 0, to.data, static_cast<int32_t>(m == 1 ? n : to.row_stride));
  }
}

// One tile of the result, in this thread.
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

// A grid of tiles over one result.
struct Tiles {
  int64_t down = 1, across = 1;

  int64_t count() const { return down * across; }
};

// As square as the threads allow, since a tile reads whole rows of one matrix and whole columns of the other; by
// columns rather than by rows, which is what OpenBLAS packs less for.
Tiles tiles_for(int64_t m, int64_t n, int threads) {
  Tiles best{threads, 1};
  for (int across = 1; across <= threads; ++across) {
    if (threads % across || across > n) continue;
    Tiles tiles{threads / across, across};
    if (tiles.down > m) continue;
    if (m / tiles.down + n / tiles.across <= m / best.down + n / best.across) best = tiles;
  }
  best.down = std::max(best.down, (m + kMostAtOnce - 1) / kMostAtOnce);
  best.across = std::max(best.across, (n + kMostAtOnce - 1) / kMostAtOnce);
  return best;
}

// The part `index` of `size` elements cut into `parts`, at multiples of a cache line's floats.
struct Part {
  int64_t first, count;
  Part(int64_t size, int64_t parts, int64_t index) {
    int64_t step = parts == 1 ? size : ((size + parts - 1) / parts + 15) / 16 * 16;
    first = std::min(size, index * step);
    count = std::min(step, size - first);
  }
};

class Matmul {
 public:
  Matmul(const TensorImpl& self, const TensorImpl& other, const TensorImpl& result)
      : shape_(self, other),
        a_{{self.data(), 0, 0}, self.dtype()},
        b_{{other.data(), 0, 0}, self.dtype()},
        c_{{result.data(), 0, 0}, self.dtype()} {
    shape_.lay_out_self(self, a_batch_);
    shape_.lay_out_other(other, b_batch_);
    shape_.lay_out_result(result, self.ndim() == 1, other.ndim() == 1, c_batch_);
    fold_rows();
    for (auto [matrix, batch] : {std::pair{&a_, &a_batch_}, {&b_, &b_batch_}, {&c_, &c_batch_}}) {
      matrix->row_stride = batch->row_stride;
      matrix->column_stride = batch->column_stride;
    }
    batch_size_ = shape_.batch_size();
    Loop own = loops->by_dtype[static_cast<int>(self.dtype())];
    products_ = shape_.m * shape_.n * shape_.k;
    if (is_integral(self.dtype(), false) || products_ <= kSmall) own_ = own;
  }

  bool own() const { return own_ != nullptr; }
  int threads() const { return threads_for(batch_size_ * products_, kGrain); }

  void run(int threads) const {
    if (shape_.k == 0) return clear();
    if (threads == 1 && batch_size_ == 1) return tile(0, {}, 0);
    bool by_batch = batch_size_ % threads == 0 || batch_size_ >= 4 * threads;
    Tiles tiles = tiles_for(shape_.m, shape_.n, by_batch ? 1 : threads);
    int64_t count = batch_size_ * tiles.count();
    parallel_for(0, count, (count + threads - 1) / threads, [&](int64_t first, int64_t last) {
      for (int64_t task = first; task < last; ++task) tile(task / tiles.count(), tiles, task % tiles.count());
    });
  }

 private:
  using Loop = MatmulLoops::Multiply;

  // Batch dims along which the right matrix stays the same are more rows of the left one.
  void fold_rows() {
    while (shape_.batch_ndim) {
      int d = shape_.batch_ndim - 1;
      bool folds = b_batch_.batch_strides[d] == 0 && a_batch_.batch_strides[d] == shape_.m * a_batch_.row_stride &&
                   c_batch_.batch_strides[d] == shape_.m * c_batch_.row_stride;
      if (shape_.m == 1 && b_batch_.batch_strides[d] == 0) {
        a_batch_.row_stride = a_batch_.batch_strides[d];
        c_batch_.row_stride = c_batch_.batch_strides[d];
      } else if (!folds && shape_.batch[d] != 1) {
        return;
      }
      shape_.m *= shape_.batch[d];
      --shape_.batch_ndim;
    }
  }

  Matrix matrix_at(const Matrix& matrix, const MatrixBatch& batch, int64_t index) const {
    int64_t offset = 0;
    for (int d = shape_.batch_ndim - 1; d >= 0; --d) {
      offset += index % shape_.batch[d] * batch.batch_strides[d];
      index /= shape_.batch[d];
    }
    Matrix found = matrix;
    found.data += offset * itemsize(matrix.dtype);
    return found;
  }

  void tile(int64_t batch, Tiles tiles, int64_t index) const {
    Part rows(shape_.m, tiles.down, index / tiles.across), columns(shape_.n, tiles.across, index % tiles.across);
    if (rows.count == 0 || columns.count == 0) return;
    Matrix a = matrix_at(a_, a_batch_, batch).from(rows.first, 0);
    Matrix b = matrix_at(b_, b_batch_, batch).from(0, columns.first);
    Matrix c = matrix_at(c_, c_batch_, batch).from(rows.first, columns.first);
    if (own_) own_(rows.count, columns.count, shape_.k, a, b, c);
    else blas_tile(rows.count, columns.count, shape_.k, a, b, c);
  }

  void clear() const {
    for (int64_t batch = 0; batch < batch_size_; ++batch) {
      Matrix c = matrix_at(c_, c_batch_, batch);
      for (int64_t i = 0; i < shape_.m; ++i) {
        for (int64_t j = 0; j < shape_.n; ++j) std::memset(c.at(i, j), 0, static_cast<size_t>(itemsize(c.dtype)));
      }
    }
  }

  MatmulShape shape_;
  Matrix a_, b_, c_;
  MatrixBatch a_batch_, b_batch_, c_batch_;
  int64_t batch_size_, products_;
  Loop own_ = nullptr;
};

constexpr Location run_where = here();
void matmul_run(const Op&, Call& call, Plan& plan) {
  const TensorImpl& result = *plan.results[0];
  if (result.numel() == 0) return;
  TraceScope trace(Stage::Loop, nullptr, nullptr, "matmul", run_where);
  // 4. Dtype dispatch and 5. parallel split; 6. element access is BLAS's or a loop's.
  Matmul matmul(*call.args[0].tensor, *call.args[1].tensor, result);
  int threads = matmul.threads();
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(result.dtype())));
    trace.detail("variant", std::string(matmul.own() ? "registers" : "OpenBLAS"));
    trace.detail("isa", std::string(matmul.own() ? loops->isa : blas_core()));
    trace.detail("threads", threads);
    trace.detail("elements", result.numel());
  }
  matmul.run(threads);
}

}  // namespace

void register_matmul() {
  loops = &TT_PICK_ISA(matmul_loops);
  register_matmul_plan();
  register_run("matmul", Key::CPU, matmul_run, "matmul_run", nullptr, run_where);
}

}  // namespace tt::kernels
