// The CPU's half of matmul: OpenBLAS for floating and complex matrices, loops of our own for integers and for
// small matrices. The result is cut into tiles, one call of either a tile, and the tiles are split over
// threads. Must not know shapes that were not checked by the plan.
#include <algorithm>
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/base/parallel.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/describe.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/kernels/cpu/blas.h"
#include "tt/kernels/cpu/blas_tile.h"
#include "tt/kernels/cpu/isa.h"
#include "tt/kernels/cpu/scratch.h"
#include "tt/kernels/plan/matmul.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {

TT_DECLARE_ISA_COPIES(MatmulLoops, matmul_loops)

namespace {

// Multiplications below which our own loops beat a call of BLAS, and those that are worth a thread.
constexpr int64_t kSmall = 16 * 16 * 16;
constexpr int64_t kGrain = 64 * 64 * 64;
// Elements of a dot product that one thread takes at a time.
constexpr int64_t kDotChunk = 65536;
const MatmulLoops* loops = nullptr;

// A grid of tiles over one result.
struct Tiles {
  int64_t down = 1, across = 1;

  int64_t count() const { return down * across; }
};

// As square as the threads allow, since a tile reads whole rows of one matrix and whole columns of the other;
// by columns rather than by rows, which is what OpenBLAS packs less for.
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
    bool is_dot = shape_.m == 1 && shape_.n == 1;
    if (is_integral(self.dtype(), false) || is_dot || products_ <= kSmall) own_ = own;
  }

  bool own() const { return own_ != nullptr; }
  int threads() const { return threads_for(batch_size_ * products_, kGrain); }

  void run(int threads) const {
    if (shape_.k == 0) return clear();
    bool one = batch_size_ == 1;
    if (one && shape_.m * shape_.n == 1 && shape_.k > kDotChunk && compute_dtype(c_.dtype) == c_.dtype)
      return dot();
    if (one && threads == 1) return tile(0, {}, 0);
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
      bool folds = b_batch_.batch_strides[d] == 0 &&
                   a_batch_.batch_strides[d] == shape_.m * a_batch_.row_stride &&
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
    Part rows(shape_.m, tiles.down, index / tiles.across),
        columns(shape_.n, tiles.across, index % tiles.across);
    if (rows.count == 0 || columns.count == 0) return;
    Matrix a = matrix_at(a_, a_batch_, batch).from(rows.first, 0);
    Matrix b = matrix_at(b_, b_batch_, batch).from(0, columns.first);
    Matrix c = matrix_at(c_, c_batch_, batch).from(rows.first, columns.first);
    multiply(rows.count, columns.count, shape_.k, a, b, c);
  }

  // One long dot product, in chunks that do not depend on the number of threads.
  void dot() const {
    int64_t chunks = (shape_.k + kDotChunk - 1) / kDotChunk, size = itemsize(c_.dtype);
    Scratch sums(chunks * size);
    parallel_for(0, chunks, 2, [&](int64_t first, int64_t last) {
      for (int64_t chunk = first; chunk < last; ++chunk) {
        int64_t at = chunk * kDotChunk;
        Matrix sum{{sums.data() + chunk * size, 1, 1}, c_.dtype};
        multiply(1, 1, std::min(kDotChunk, shape_.k - at), a_.from(0, at), b_.from(at, 0), sum);
      }
    });
    dispatch_dtype<kNumberTypes & ~kHalfTypes>(c_.dtype, [&]<class T>() {
      const T* partial = reinterpret_cast<const T*>(sums.data());
      T total = partial[0];
      for (int64_t chunk = 1; chunk < chunks; ++chunk) total = static_cast<T>(total + partial[chunk]);
      *reinterpret_cast<T*>(c_.data) = total;
    });
  }

  void multiply(int64_t m, int64_t n, int64_t k, const Matrix& a, const Matrix& b, const Matrix& c) const {
    if (own_)
      own_(m, n, k, a, b, c);
    else
      blas_tile(m, n, k, a, b, c);
  }

  void clear() const {
    for (int64_t batch = 0; batch < batch_size_; ++batch) {
      Matrix c = matrix_at(c_, c_batch_, batch);
      for (int64_t i = 0; i < shape_.m; ++i) {
        for (int64_t j = 0; j < shape_.n; ++j)
          std::memset(c.at(i, j), 0, static_cast<size_t>(itemsize(c.dtype)));
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
    trace.detail("computed_in", std::string(name(compute_dtype(result.dtype()))));
    trace.detail("variant", std::string(matmul.own() ? "registers" : "OpenBLAS"));
    trace.detail("isa", std::string(matmul.own() ? loops->isa : blas_core()));
    trace.detail("threads", threads);
    trace.detail("elements", result.numel());
    trace.detail("bytes", bytes_of(*call.args[0].tensor) + bytes_of(*call.args[1].tensor) + bytes_of(result));
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
