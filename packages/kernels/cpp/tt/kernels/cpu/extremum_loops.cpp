// Where the greatest or the least element is, in two steps: its value by the loop of the reduction, then the
// first element that has it. Stage 7 of a call, compiled once per ISA; knows neither shapes nor threads.
#include "tt/kernels/cpu/extremum_table.h"
#include "tt/kernels/cpu/reduce_loops.h"
#include "tt/kernels/functors/math_order.h"

namespace tt::kernels::TT_ISA {
namespace {

// How Reduce combines; not the functors, so that an edit of theirs does not compile this file.
struct Greatest {
  template <class A>
  TT_HD static A identity() {
    return math::least<A>();
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    return math::greater_of(a, b);
  }
};
struct Least {
  template <class A>
  TT_HD static A identity() {
    return math::greatest<A>();
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    return math::less_of(a, b);
  }
};

template <class F, class T>
struct Extremum {
  using Place = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;

  TT_HD static bool is_better(T value, T best) {
    bool before = std::is_same_v<F, Greatest> ? value > best : value < best;
    return before | ((value != value) & (best == best));
  }

  static void value(const char* input, int64_t count, void* result) {
    *static_cast<T*>(result) = Reduce<F, T>::run_of(reinterpret_cast<const T*>(input), count);
  }

  static int64_t find(const char* input, int64_t count, const void* value) {
    const T* in = reinterpret_cast<const T*>(input);
    const T wanted = *static_cast<const T*>(value);
    const bool is_nan = wanted != wanted;
    constexpr int64_t kBlock = 64;
    int64_t i = 0;
    for (; i + kBlock <= count; i += kBlock) {
      int found = 0;
#pragma omp simd reduction(| : found)
      for (int64_t j = 0; j < kBlock; ++j) {
        T each = in[i + j];
        found |= is_nan ? each != each : each == wanted;
      }
      if (found) break;
    }
    for (; i < count; ++i) {
      if (is_nan ? in[i] != in[i] : in[i] == wanted) return i;
    }
    return count - 1;
  }

  static bool beats(const void* value, const void* best) {
    return is_better(*static_cast<const T*>(value), *static_cast<const T*>(best));
  }

  template <int Rows>
  TT_HD static void rows_of(const char* input, int64_t step_bytes, int64_t columns, int64_t first,
                            T* __restrict best, Place* __restrict places) {
    const T* r[Rows];
    for (int k = 0; k < Rows; ++k) r[k] = reinterpret_cast<const T*>(input + k * step_bytes);
#pragma omp simd
    for (int64_t j = 0; j < columns; ++j) {
      T kept = best[j];
      Place place = places[j];
#pragma GCC unroll 8
      for (int k = 0; k < Rows; ++k) {
        // Conditions as masks: g++ vectorises these, and no two in one selection.
        T each = r[k][j];
        Place before = (std::is_same_v<F, Greatest> ? each > kept : each < kept) ? -1 : 0;
        Place is_nan = each != each ? -1 : 0, had_none = kept == kept ? -1 : 0;
        Place better = before | (is_nan & had_none);
        kept = better ? each : kept;
        place = better ? static_cast<Place>(first + k) : place;
      }
      best[j] = kept;
      places[j] = place;
    }
  }

  static void columns(const char* input, int64_t step_bytes, int64_t rows, int64_t columns, int64_t first,
                      void* values, void* places) {
    T* best = static_cast<T*>(values);
    Place* at = static_cast<Place*>(places);
    int64_t i = 0;
    for (; i + 4 <= rows; i += 4)
      rows_of<4>(input + i * step_bytes, step_bytes, columns, first + i, best, at);
    for (; i < rows; ++i) rows_of<1>(input + i * step_bytes, step_bytes, columns, first + i, best, at);
  }

  static constexpr ExtremumLoop loop() { return {value, find, beats, columns}; }
};

consteval ExtremumLoops make() {
  ExtremumLoops table{{}, {}, {}, here(), TT_ISA_NAME};
#define TT_LOOP(E, T, N, C)                                      \
  table.compared[static_cast<int>(DType::E)] = DType::Undefined; \
  if constexpr (!is_complex(DType::E)) {                         \
    using Compared = typename ComparedAs<T>::type;               \
    constexpr DType compared = DTypeOf<Compared>::value;         \
    constexpr int at = static_cast<int>(compared);               \
    table.compared[static_cast<int>(DType::E)] = compared;       \
    table.greatest[at] = Extremum<Greatest, Compared>::loop();   \
    table.least[at] = Extremum<Least, Compared>::loop();         \
  }
  TT_FORALL_DTYPES(TT_LOOP)
#undef TT_LOOP
  return table;
}

}  // namespace

extern const ExtremumLoops extremum_loops;
constinit const ExtremumLoops extremum_loops = make();

}  // namespace tt::kernels::TT_ISA
