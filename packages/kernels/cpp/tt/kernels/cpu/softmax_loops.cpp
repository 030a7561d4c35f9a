// Softmax of a row, and of columns side by side. Stage 7 of a call, compiled once per ISA; knows neither
// shapes nor threads.
//
// Note [Softmax]
//   m = max x,  s = sum exp(x - m);  softmax = exp(x - m) / s,  log_softmax = (x - m) - log s
// s is at least 1 and is added in the order of a reduction, so that a row's values do not depend on threads.
// Infinity and NaN follow: a row with NaN or inf, or of -inf only, is NaN.
#include "tt/kernels/cpu/softmax_table.h"

#include "tt/core/base/location.h"
#include "tt/kernels/cpu/reduce_loops.h"
#include "tt/kernels/functors/math_exp.h"
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
struct Total {
  template <class A>
  TT_HD static A identity() {
    return A{};
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    return a + b;
  }
};

TT_HD float log_of(float x) { return __builtin_logf(x); }
TT_HD double log_of(double x) { return __builtin_log(x); }

template <class T, bool is_log>
struct Softmax {
  static void row(const char* from, char* to, int64_t count) {
    const T* __restrict in = reinterpret_cast<const T*>(from);
    T* __restrict out = reinterpret_cast<T*>(to);
    const T most = Reduce<Greatest, T>::run_of(in, count);
#pragma omp simd
    for (int64_t i = 0; i < count; ++i) out[i] = math::exp(in[i] - most);
    const T sum = Reduce<Total, T>::run_of(out, count);
    if constexpr (is_log) {
      const T log = log_of(sum);
#pragma omp simd
      for (int64_t i = 0; i < count; ++i) out[i] = (in[i] - most) - log;
    } else {
      const T scale = 1 / sum;
#pragma omp simd
      for (int64_t i = 0; i < count; ++i) out[i] *= scale;
    }
  }

  static const T* at(const char* from, int64_t bytes) { return reinterpret_cast<const T*>(from + bytes); }

  static void columns(const char* from, char* to, int64_t step_bytes, int64_t rows, int64_t columns) {
    constexpr int64_t kGroup = 32;  // rows whose exponentials are added before they join the sum
    alignas(64) T most[kSoftmaxColumns], sum[kSoftmaxColumns], part[kSoftmaxColumns];
    Reduce<Greatest, T>::outer(from, rows, step_bytes, columns, most);
    for (int64_t j = 0; j < columns; ++j) sum[j] = 0;
    for (int64_t first = 0; first < rows; first += kGroup) {
      int64_t last = first + kGroup < rows ? first + kGroup : rows;
      for (int64_t j = 0; j < columns; ++j) part[j] = 0;
      for (int64_t i = first; i < last; ++i) {
        const T* __restrict in = at(from, i * step_bytes);
        T* __restrict out = reinterpret_cast<T*>(to + i * step_bytes);
#pragma omp simd
        for (int64_t j = 0; j < columns; ++j) {
          T power = math::exp(in[j] - most[j]);
          if constexpr (!is_log) out[j] = power;
          part[j] += power;
        }
      }
      for (int64_t j = 0; j < columns; ++j) sum[j] += part[j];
    }
    for (int64_t j = 0; j < columns; ++j) sum[j] = is_log ? log_of(sum[j]) : 1 / sum[j];
    for (int64_t i = 0; i < rows; ++i) {
      const T* __restrict in = at(from, i * step_bytes);
      T* __restrict out = reinterpret_cast<T*>(to + i * step_bytes);
#pragma omp simd
      for (int64_t j = 0; j < columns; ++j) {
        if constexpr (is_log)
          out[j] = (in[j] - most[j]) - sum[j];
        else
          out[j] *= sum[j];
      }
    }
  }

  static constexpr SoftmaxLoop loop() { return {row, columns}; }
};

}  // namespace

extern const SoftmaxLoops softmax_loops;
constinit const SoftmaxLoops softmax_loops{{Softmax<float, false>::loop(), Softmax<double, false>::loop()},
                                           {Softmax<float, true>::loop(), Softmax<double, true>::loop()},
                                           here(),
                                           TT_ISA_NAME};

}  // namespace tt::kernels::TT_ISA
