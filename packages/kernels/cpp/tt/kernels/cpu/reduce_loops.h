// The loops of reductions, made from a functor: stage 7 of a call, compiled once per ISA. They know neither
// shapes nor threads. make_reduce gives the table by dtype that an op is registered with.
//
// Note [Order of a reduction]
// Elements are combined in an order that follows from shape and strides alone, so that a sum has one value
// whatever the ISA and the number of threads.
//   1. A run of elements that follow one another is a matrix of rows of kRowBytes. Its columns, the lanes,
//      are combined from top to bottom in blocks of kBlockRows.
//   2. Blocks are combined pairwise, as a binary counter carries; then the lanes are folded in halves.
//   3. Where outputs follow one another, eight rows at a time are combined as a tree and then into the
//      outputs.
//   4. The run (reduce.cpp) combines the segments of 1 to 3 pairwise again.
// A float32 sum of n elements meets at most about 40 + log2(n / 2048) roundings in sequence.
#pragma once

#include <type_traits>

#include "tt/kernels/cpu/reduce_table.h"
#include "tt/kernels/functors/marks.h"

namespace tt::kernels::TT_ISA {

inline constexpr int64_t kRowBytes = 256;
inline constexpr int64_t kBlockRows = 32;
#if defined(__AVX512F__)
inline constexpr int64_t kVectorBytes = 64;
#elif defined(__AVX__)
inline constexpr int64_t kVectorBytes = 32;
#else
inline constexpr int64_t kVectorBytes = 16;
#endif

template <class F>
constexpr bool componentwise = requires { requires F::kComponentwise; };

// The real type in which the parts of T lie.
template <class T>
struct PartOf {
  using type = T;
};
template <class T>
struct PartOf<Complex<T>> {
  using type = T;
};

// T: the type in which elements are combined; inputs of another one were converted before.
template <class F, class T>
struct Reduce {
  // Signed overflow is undefined; the bits are the same.
  using A = std::conditional_t<wraps<F> && std::is_same_v<T, int64_t>, uint64_t, T>;

  using Part = typename PartOf<A>::type;
  static_assert(std::is_same_v<A, Part> || componentwise<F>,
                "complex numbers need kComponentwise to have lanes");
  static constexpr int64_t kLanes = kRowBytes / sizeof(A);
  static constexpr int64_t kBlock = kBlockRows * kLanes;

  template <class V>
  TT_HD static V combine(V a, V b) {
    return F{}.combine(a, b);
  }
  TT_HD static const A* row_at(const A* in, int64_t index, int64_t step_bytes) {
    return reinterpret_cast<const A*>(reinterpret_cast<const char*>(in) + index * step_bytes);
  }

  // Combines rows into accumulators that hold values already; step 3 of the Note.
  TT_HD static void rows_into(const A* in, int64_t step_bytes, int64_t rows, int64_t columns,
                              A* __restrict to) {
    int64_t i = 0;
    for (; i + 8 <= rows; i += 8) {
      const A* r[8];
      for (int k = 0; k < 8; ++k) r[k] = row_at(in, i + k, step_bytes);
#pragma omp simd
      for (int64_t j = 0; j < columns; ++j) {
        A a = combine(combine(r[0][j], r[1][j]), combine(r[2][j], r[3][j]));
        A b = combine(combine(r[4][j], r[5][j]), combine(r[6][j], r[7][j]));
        to[j] = combine(to[j], combine(a, b));
      }
    }
    for (; i < rows; ++i) {
      const A* row = row_at(in, i, step_bytes);
#pragma omp simd
      for (int64_t j = 0; j < columns; ++j) to[j] = combine(to[j], row[j]);
    }
  }

  // A row of lanes in registers.
  struct Row {
    typedef Part V __attribute__((vector_size(kVectorBytes), aligned(alignof(Part)), may_alias));
    static constexpr int kVectors = kRowBytes / kVectorBytes;
    V v[kVectors];
    TT_HD void load(const A* from) {
#pragma GCC unroll 16
      for (int k = 0; k < kVectors; ++k) v[k] = reinterpret_cast<const V*>(from)[k];
    }
    TT_HD void add(const A* from) {
#pragma GCC unroll 16
      for (int k = 0; k < kVectors; ++k) v[k] = combine(v[k], reinterpret_cast<const V*>(from)[k]);
    }
    TT_HD void store(A* to) const {
#pragma GCC unroll 16
      for (int k = 0; k < kVectors; ++k) reinterpret_cast<V*>(to)[k] = v[k];
    }
  };

  template <int64_t Width>
  TT_HD static A fold(A* lanes) {
#pragma omp simd
    for (int64_t j = 0; j < Width; ++j) lanes[j] = combine(lanes[j], lanes[j + Width]);
    if constexpr (Width == 1)
      return lanes[0];
    else
      return fold<Width / 2>(lanes);
  }

  // Elements any number of bytes apart, in Width interleaved sums.
  template <int Width>
  TT_HD static A scattered(const A* in, int64_t step_bytes, int64_t count) {
    A sums[Width];
    int64_t steps[Width];
    for (int k = 0; k < Width; ++k) {
      sums[k] = F::template identity<A>();
      steps[k] = k * step_bytes;
    }
    const A* at = in;
    for (; count >= Width; count -= Width) {
#pragma GCC unroll 8
      for (int k = 0; k < Width; ++k) sums[k] = combine(sums[k], *row_at(at, 1, steps[k]));
      at = row_at(at, Width, step_bytes);
    }
    for (; count > 0; --count, at = row_at(at, 1, step_bytes)) sums[0] = combine(sums[0], *at);
    for (int half = Width / 2; half; half /= 2) {
      for (int k = 0; k < half; ++k) sums[k] = combine(sums[k], sums[k + half]);
    }
    return sums[0];
  }
  // Fewer than a row of lanes. The shortest runs are common (the last dim of a small tensor) and take one
  // sum.
  TT_HD static A few(const A* in, int64_t count) {
    if (count > 8) return scattered<4>(in, sizeof(A), count);
    A sum = F::template identity<A>();
    for (int64_t i = 0; i < count; ++i) sum = combine(sum, in[i]);
    return sum;
  }

  // Pairwise, by halves.
  static A halves(const A* in, int64_t step_bytes, int64_t count) {
    if (count <= 512) return scattered<8>(in, step_bytes, count);
    int64_t half = (count / 2 + 511) / 512 * 512;
    return combine(halves(in, step_bytes, half),
                   halves(row_at(in, half, step_bytes), step_bytes, count - half));
  }
  static void strided(const char* input, int64_t count, int64_t step_bytes, int64_t output_step_bytes,
                      int64_t outputs, void* accumulators) {
    A* to = static_cast<A*>(accumulators);
    for (int64_t j = 0; j < outputs; ++j) {
      to[j] = halves(reinterpret_cast<const A*>(input + j * output_step_bytes), step_bytes, count);
    }
  }

  // Steps 1 and 2.
  TT_HD static A run_of(const A* in, int64_t count) {
    if (count < kLanes) return few(in, count);
    constexpr int kLevels = 8;
    static_assert(kInnerSegment / kBlock <= 1 << (kLevels - 1));
    alignas(64) A levels[kLevels][kLanes];
    int64_t rows = count / kLanes, blocks = 0;
    for (int64_t first = 0; first < rows; first += kBlockRows, ++blocks) {
      int64_t last = first + kBlockRows < rows ? first + kBlockRows : rows;
      Row sums;
      sums.load(in + first * kLanes);
      for (int64_t i = first + 1; i < last; ++i) sums.add(in + i * kLanes);
      int level = 0;
      for (; blocks >> level & 1; ++level) sums.add(levels[level]);
      sums.store(levels[level]);
    }
    int level = __builtin_ctzll(blocks);
    A* lanes = levels[level];
    for (++level; blocks >> level; ++level) {
      if (!(blocks >> level & 1)) continue;
      Row sums;
      sums.load(lanes);
      sums.add(levels[level]);
      sums.store(lanes);
    }
    A result = fold<kLanes / 2>(lanes);
    int64_t rest = count % kLanes;
    return rest ? combine(result, few(in + count - rest, rest)) : result;
  }

  static void inner(const char* input, int64_t count, int64_t step_bytes, int64_t outputs,
                    void* accumulators) {
    A* to = static_cast<A*>(accumulators);
    for (int64_t j = 0; j < outputs; ++j) {
      to[j] = run_of(reinterpret_cast<const A*>(input + j * step_bytes), count);
    }
  }

  // Narrow rows that follow one another are taken several at a time, as one wide row.
  static void narrow(const A* in, int64_t rows, int64_t columns, A* to) {
    int64_t group = kLanes / columns, wide = group * columns;
    alignas(64) A lanes[kLanes];
    identity(lanes, kLanes);
    rows_into(in, wide * sizeof(A), rows / group, wide, lanes);
    for (int64_t g = 0; g < group; ++g) {
      for (int64_t j = 0; j < columns; ++j) to[j] = combine(to[j], lanes[g * columns + j]);
    }
    int64_t done = rows / group * group;
    rows_into(in + done * columns, columns * sizeof(A), rows - done, columns, to);
  }

  static void outer(const char* input, int64_t count, int64_t step_bytes, int64_t outputs,
                    void* accumulators) {
    const A* in = reinterpret_cast<const A*>(input);
    A* to = static_cast<A*>(accumulators);
    identity(to, outputs);
    bool dense = step_bytes == outputs * static_cast<int64_t>(sizeof(A));
    if (dense && outputs <= kLanes / 2 && count * outputs >= 4 * kLanes)
      narrow(in, count, outputs, to);
    else
      rows_into(in, step_bytes, count, outputs, to);
  }

  static void combine_all(void* into, const void* from, int64_t count) {
    A* to = static_cast<A*>(into);
    const A* other = static_cast<const A*>(from);
    for (int64_t j = 0; j < count; ++j) to[j] = combine(to[j], other[j]);
  }

  static void identity(void* accumulators, int64_t count) {
    A* to = static_cast<A*>(accumulators);
    for (int64_t j = 0; j < count; ++j) to[j] = F::template identity<A>();
  }

  static void map_all(void* elements, int64_t count) {
    A* to = static_cast<A*>(elements);
#pragma omp simd
    for (int64_t j = 0; j < count; ++j) to[j] = F{}.map(to[j]);
  }

  static void finish_all(void* accumulators, int64_t outputs, int64_t elements) {
    A* to = static_cast<A*>(accumulators);
    for (int64_t j = 0; j < outputs; ++j) to[j] = F{}.finish(to[j], elements);
  }

  static constexpr ReduceLoop loop() {
    ReduceLoop made{inner, strided, outer, combine_all, identity, nullptr, nullptr};
    if constexpr (requires(A a) { F{}.map(a); }) made.map = map_all;
    if constexpr (requires(A a) { F{}.finish(a, int64_t{}); }) made.finish = finish_all;
    return made;
  }
};

// `accepts` as the op table has it.
template <class F, uint32_t accepts>
constexpr ReduceLoops make_reduce(const char* functor) {
  ReduceLoops table{{}, {}, F::where, functor, TT_ISA_NAME, reduction_dtype<F>()};
#define TT_LOOP(E, T, N, C)                                                               \
  table.accumulator[static_cast<int>(DType::E)] = DType::Undefined;                       \
  if constexpr ((accepts & bit(DType::E)) != 0 && !unwritten<F>) {                        \
    using Accumulator = typename F::template Accumulator<T>;                              \
    constexpr DType accumulator = DTypeOf<Accumulator>::value;                            \
    table.accumulator[static_cast<int>(DType::E)] = accumulator;                          \
    table.by_accumulator[static_cast<int>(accumulator)] = Reduce<F, Accumulator>::loop(); \
  }
  TT_FORALL_DTYPES(TT_LOOP)
#undef TT_LOOP
  return table;
}

}  // namespace tt::kernels::TT_ISA
