// Powers of one element, and the cheaper functors that some numbers as exponents have.
#pragma once

#include "tt/kernels/functors/functor.h"
#include "tt/kernels/functors/math_complex.h"

namespace tt::kernels {

template <class T>
TT_HD T one_over(T a) {
  return T(1) / a;
}
template <class T>
TT_HD Complex<T> one_over(Complex<T> a) {
  return math::quotient(Complex<T>{1, 0}, a);
}

struct PowOfTwo {
  TT_FUNCTOR;
  static constexpr const char* kName = "PowOfTwo";
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD T operator()(T a, T) const {
    return times(a, a);
  }
};

struct PowOfThree {
  TT_FUNCTOR;
  static constexpr const char* kName = "PowOfThree";
  static constexpr bool kWraps = true;
  template <class T>
  TT_HD T operator()(T a, T) const {
    return times(times(a, a), a);
  }
};

struct PowOfHalf {
  TT_FUNCTOR;
  static constexpr const char* kName = "PowOfHalf";
  static constexpr bool kInexact = true;
  TT_HD float operator()(float a, float) const { return __builtin_sqrtf(a); }
  TT_HD double operator()(double a, double) const { return __builtin_sqrt(a); }
  template <class T>
  TT_HD Complex<T> operator()(Complex<T> a, Complex<T>) const {
    return math::sqrt(a);
  }
};

struct PowOfMinusOne {
  TT_FUNCTOR;
  static constexpr const char* kName = "PowOfMinusOne";
  static constexpr bool kInexact = true;
  template <class T>
  TT_HD T operator()(T a, T) const {
    return one_over(a);
  }
};

// For the number 0 as exponent and the number 1 as base, whatever the other operand is.
struct PowIsOne {
  TT_FUNCTOR;
  static constexpr const char* kName = "PowIsOne";
  static constexpr bool kInexact = true;
  template <class T>
  TT_HD T operator()(T, T) const {
    return T(1);
  }
  template <class T>
  TT_HD Complex<T> operator()(Complex<T>, Complex<T>) const {
    return {1, 0};
  }
};

struct Pow {
  TT_FUNCTOR;
  // In the order of plan/power.cpp, which chooses.
  using Variants = FunctorList<PowOfTwo, PowOfThree, PowOfHalf, PowOfMinusOne, PowIsOne>;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    return math::integer_pow(a, b);
  }
  TT_HD float operator()(float a, float b) const { return math::pow(a, b); }
  TT_HD double operator()(double a, double b) const { return math::pow(a, b); }
  template <class T>
  TT_HD Complex<T> operator()(Complex<T> a, Complex<T> b) const {
    return math::pow(a, b);
  }
};

}  // namespace tt::kernels
