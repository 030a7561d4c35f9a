// matmul in registers: stage 7 of a call, compiled once per ISA. A strip of four rows and a panel of two
// vectors of the result stay in registers while k runs; panels of the right matrix are copied where they are
// not contiguous. For integers, and for matrices so small that a call of BLAS takes longer.
#include "tt/kernels/cpu/matmul_table.h"

namespace tt::kernels::TT_ISA {
namespace {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif
constexpr int kRows = 4;
constexpr int64_t kDepth = 128;  // a panel of two AVX-512 vectors by this takes 16 KiB, half of an L1 cache

// One panel: Vectors vectors of Bytes wide.
template <class T, int Bytes, int Vectors>
struct Panel {
  typedef T V __attribute__((vector_size(Bytes), aligned(alignof(T)), may_alias));
  static constexpr int kColumns = Bytes / sizeof(T) * Vectors;

  // Rows of `a` times the panel at `b`, whose rows are b_stride apart; added to `to` where `adds`.
  template <int Rows>
  static inline __attribute__((always_inline)) void strip(int64_t depth, const T* a, int64_t row_stride,
                                                          int64_t column_stride, const T* b, int64_t b_stride,
                                                          T* to, int64_t to_stride, bool adds) {
    V sums[Rows][Vectors];
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) sums[r][v] = V{};
    }
    for (int64_t l = 0; l < depth; ++l) {
      V row[Vectors];
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) row[v] = reinterpret_cast<const V*>(b + l * b_stride)[v];
#pragma GCC unroll 4
      for (int r = 0; r < Rows; ++r) {
        const T element = a[r * row_stride + l * column_stride];
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v) sums[r][v] += element * row[v];
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) {
      V* target = reinterpret_cast<V*>(to + r * to_stride);
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) target[v] = adds ? target[v] + sums[r][v] : sums[r][v];
    }
  }

  static void strips(int64_t m, int64_t depth, const T* a, int64_t row_stride, int64_t column_stride,
                     const T* b, int64_t b_stride, T* to, int64_t to_stride, bool adds) {
    int64_t i = 0;
    for (; i + kRows <= m; i += kRows) {
      strip<kRows>(depth, a + i * row_stride, row_stride, column_stride, b, b_stride, to + i * to_stride,
                   to_stride, adds);
    }
    for (; i < m; ++i) {
      strip<1>(depth, a + i * row_stride, row_stride, column_stride, b, b_stride, to + i * to_stride,
               to_stride, adds);
    }
  }

  // `columns` of the result, at most as many as the panel has.
  static void multiply(int64_t m, int64_t columns, int64_t k, const T* left, const MatrixView& a,
                       const T* right, const MatrixView& b, T* to, const MatrixView& c) {
    bool whole = columns == kColumns;
    bool packs = !whole || b.column_stride != 1, scatters = !whole || c.column_stride != 1;
    for (int64_t l = 0; l < k; l += kDepth) {
      int64_t depth = k - l < kDepth ? k - l : kDepth;
      const T* panel = right + l * b.row_stride;
      const T* strip_at = left + l * a.column_stride;
      if (packs || scatters) {
        buffered(m, columns, depth, strip_at, a, panel, b, packs, to, c, l > 0);
      } else {
        strips(m, depth, strip_at, a.row_stride, a.column_stride, panel, b.row_stride, to, c.row_stride,
               l > 0);
      }
    }
  }

  static void buffered(int64_t m, int64_t columns, int64_t depth, const T* left, const MatrixView& a,
                       const T* right, const MatrixView& b, bool packs, T* to, const MatrixView& c,
                       bool adds) {
    alignas(64) T packed[kDepth * kColumns];
    int64_t panel_stride = b.row_stride;
    if (packs) {
      pack(right, b, depth, columns, packed);
      right = packed;
      panel_stride = kColumns;
    }
    scattered(m, depth, left, a, right, panel_stride, to, c, columns, adds);
  }

  // What lies beyond the last column is 0.
  static void pack(const T* from, const MatrixView& b, int64_t depth, int64_t columns, T* to) {
    for (int64_t l = 0; l < depth; ++l, from += b.row_stride, to += kColumns) {
      for (int64_t j = 0; j < columns; ++j) to[j] = from[j * b.column_stride];
      for (int64_t j = columns; j < kColumns; ++j) to[j] = 0;
    }
  }

  // A result that is not a whole panel of contiguous rows is written from a buffer.
  static void scattered(int64_t m, int64_t depth, const T* left, const MatrixView& a, const T* panel,
                        int64_t panel_stride, T* to, const MatrixView& c, int64_t columns, bool adds) {
    alignas(64) T rows[kRows * kColumns];
    for (int64_t i = 0; i < m; i += kRows) {
      int64_t count = m - i < kRows ? m - i : kRows;
      strips(count, depth, left + i * a.row_stride, a.row_stride, a.column_stride, panel, panel_stride, rows,
             kColumns, false);
      for (int64_t r = 0; r < count; ++r) {
        T* target = to + (i + r) * c.row_stride;
        for (int64_t j = 0; j < columns; ++j) {
          T value = rows[r * kColumns + j];
          T& at = target[j * c.column_stride];
          at = adds ? static_cast<T>(at + value) : value;
        }
      }
    }
  }
};

template <class T>
T dot(const T* a, const T* b, int64_t count) {
  typedef T V __attribute__((vector_size(kVectorBytes), aligned(alignof(T)), may_alias));
  constexpr int64_t kElements = kVectorBytes / sizeof(T), kStep = 4 * kElements;
  V sums[4] = {};
  int64_t i = 0;
  for (; i + kStep <= count; i += kStep) {
#pragma GCC unroll 4
    for (int v = 0; v < 4; ++v) {
      sums[v] += reinterpret_cast<const V*>(a + i)[v] * reinterpret_cast<const V*>(b + i)[v];
    }
  }
  V all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  T sum = 0;
  for (int64_t j = 0; j < kElements; ++j) sum = static_cast<T>(sum + all[j]);
  for (; i < count; ++i) sum = static_cast<T>(sum + a[i] * b[i]);
  return sum;
}

// The widest panels that fit, so that only the last columns are copied.
template <class T>
void multiply(int64_t m, int64_t n, int64_t k, const MatrixView& a, const MatrixView& b,
              const MatrixView& c) {
  const T *left = reinterpret_cast<const T*>(a.data), *right = reinterpret_cast<const T*>(b.data);
  T* to = reinterpret_cast<T*>(c.data);
  if (n == 1 && a.column_stride == 1 && b.row_stride == 1) {
    for (int64_t i = 0; i < m; ++i) to[i * c.row_stride] = dot(left + i * a.row_stride, right, k);
    return;
  }
  int64_t columns = n;
  auto take = [&]<int Bytes, int Vectors>(Panel<T, Bytes, Vectors>, int64_t least) {
    constexpr int64_t kColumns = Panel<T, Bytes, Vectors>::kColumns;
    while (columns >= least) {
      int64_t count = columns < kColumns ? columns : kColumns;
      Panel<T, Bytes, Vectors>::multiply(m, count, k, left, a, right, b, to, c);
      right += count * b.column_stride;
      to += count * c.column_stride;
      columns -= count;
    }
  };
  constexpr int64_t kElements = kVectorBytes / sizeof(T);
  take(Panel<T, kVectorBytes, 2>{}, 2 * kElements);
  take(Panel<T, kVectorBytes, 1>{}, kElements);
  if constexpr (kVectorBytes > 32) take(Panel<T, 32, 1>{}, kElements / 2);
  take(Panel<T, 16, 1>{}, 1);
}

// Signed integers have the bits of unsigned ones.
constexpr MatmulLoops make() {
  MatmulLoops table{{}, TT_ISA_NAME};
  auto set = [&](DType dtype, MatmulLoops::Multiply loop) { table.by_dtype[static_cast<int>(dtype)] = loop; };
  set(DType::UInt8, multiply<uint8_t>);
  set(DType::Int8, multiply<uint8_t>);
  set(DType::UInt16, multiply<uint16_t>);
  set(DType::Int16, multiply<uint16_t>);
  set(DType::UInt32, multiply<uint32_t>);
  set(DType::Int32, multiply<uint32_t>);
  set(DType::UInt64, multiply<uint64_t>);
  set(DType::Int64, multiply<uint64_t>);
  set(DType::Float32, multiply<float>);
  set(DType::Float64, multiply<double>);
  return table;
}

}  // namespace

extern const MatmulLoops matmul_loops;
constinit const MatmulLoops matmul_loops = make();

}  // namespace tt::kernels::TT_ISA
