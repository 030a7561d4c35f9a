// Reductions that add, to sums and means: the type of the running sum, and how two partial results become
// one. Must not know how many elements there are, nor the order in which they are combined.
//
// A reduction's functor has, beside TT_FUNCTOR and its marks (functor.h):
//   Accumulator<T>   the type in which elements of T are combined; not narrower than T
//   identity<A>()    what a reduction of nothing gives
//   combine(a, b)    associative but for rounding; also of compiler vectors, hence made of operators
// and may have
//   kDType           how the result's dtype follows from the input's (functor.h), if not as Wide
//   kComponentwise   a mark: the parts of complex numbers are combined each for itself
//   map(x)           what becomes of an element before it is combined
//   finish(a, n)     what becomes of the combination of n elements
#pragma once

#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

// bool and integers are added as int64, the two short floats as float.
template <class T>
struct SumOf {
  using type = int64_t;
};
template <>
struct SumOf<Half> {
  using type = float;
};
template <>
struct SumOf<BFloat16> {
  using type = float;
};
template <>
struct SumOf<float> {
  using type = float;
};
template <>
struct SumOf<double> {
  using type = double;
};
template <class T>
struct SumOf<Complex<T>> {
  using type = Complex<T>;
};

struct Sum {
  TT_FUNCTOR;
  static constexpr bool kWraps = true;
  static constexpr bool kComponentwise = true;
  static constexpr ReductionDType kDType = ReductionDType::Wide;
  template <class T>
  using Accumulator = typename SumOf<T>::type;
  template <class A>
  TT_HD static A identity() {
    return A{};
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    return a + b;
  }
};

struct Mean {
  TT_FUNCTOR;
  static constexpr bool kComponentwise = true;
  static constexpr ReductionDType kDType = ReductionDType::Inexact;
  template <class T>
  using Accumulator = typename SumOf<T>::type;
  template <class A>
  TT_HD static A identity() {
    return A{};
  }
  template <class A>
  TT_HD A combine(A a, A b) const {
    return a + b;
  }
  template <class A>
  TT_HD A finish(A a, int64_t count) const {
    return a / static_cast<A>(count);
  }
  template <class T>
  TT_HD Complex<T> finish(Complex<T> a, int64_t count) const {
    return {a.re / static_cast<T>(count), a.im / static_cast<T>(count)};
  }
};

}  // namespace tt::kernels
