// Quotients and remainders of two elements.
//
// Note [Floor division]
// The quotient of floats is made from the remainder, as Python does: floor(a / b) would round a quotient that
// lies just below an integer up to it. What is floored then is within half of an integer.
#pragma once

#include "tt/kernels/functors/functor.h"
#include "tt/kernels/functors/math_complex.h"

namespace tt::kernels {

TT_HD float fmod(float a, float b) { return __builtin_fmodf(a, b); }
TT_HD double fmod(double a, double b) { return __builtin_fmod(a, b); }

// Integers that are not 0; the smallest by -1 wraps around.
template <class T>
TT_HD T truncated_quotient(T a, T b) {
  if (T(-1) < T(0) && b == T(-1)) return static_cast<T>(uint64_t{0} - static_cast<uint64_t>(a));
  return static_cast<T>(a / b);
}
template <class T>
TT_HD T truncated_remainder(T a, T b) {
  return T(-1) < T(0) && b == T(-1) ? T(0) : static_cast<T>(a % b);
}

struct Div {
  TT_FUNCTOR;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    return a / b;
  }
  template <class T>
  TT_HD Complex<T> operator()(Complex<T> a, Complex<T> b) const {
    return math::quotient(a, b);
  }
};

struct DivTrunc {
  TT_FUNCTOR;
  static constexpr bool kRefusesZero = true;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    return truncated_quotient(a, b);
  }
  TT_HD float operator()(float a, float b) const { return math::truncated(a / b); }
  TT_HD double operator()(double a, double b) const { return math::truncated(a / b); }
};

#if defined(__FMA__)
// Where the quotient is small enough to be a whole number of T, one instruction gives its remainder exactly.
template <class T>
TT_HD bool has_small_quotient(T a, T b) {
  return (math::absolute(a) < math::absolute(b) * T(0x1p22)) & (math::absolute(b) < T(__builtin_inf()));
}
// The remainder of the truncated quotient, which may be off by one; then the remainder has the other sign.
template <class T>
TT_HD T left_by(T quotient, T a, T b) {
  return math::multiply_add(-quotient, b, a);
}
template <class T>
TT_HD bool lies_beyond(T rest, T b) {
  return (rest != 0) & ((rest < 0) != (b < 0));
}

struct UsualFloorDivide {
  template <class T>
  TT_HD static bool is_usual(T a, T b) {
    return has_small_quotient(a, b);
  }
  template <class T>
  TT_HD T operator()(T a, T b) const {
    T quotient = math::truncated(a / b);
    T floored = quotient - (lies_beyond(left_by(quotient, a, b), b) ? T(1) : T(0));
    return floored == 0 ? math::with_sign(T(0), a / b) : floored;
  }
};

struct UsualRemainder {
  template <class T>
  TT_HD static bool is_usual(T a, T b) {
    return has_small_quotient(a, b);
  }
  template <class T>
  TT_HD T operator()(T a, T b) const {
    T rest = left_by(math::truncated(a / b), a, b);
    rest = lies_beyond(rest, b) ? rest + b : rest;
    return rest == 0 ? math::with_sign(T(0), a) : rest;
  }
};
#endif

struct FloorDivide {
  TT_FUNCTOR;
#if defined(__FMA__)
  using Usual = UsualFloorDivide;
#endif
  static constexpr bool kRefusesZero = true;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    T quotient = truncated_quotient(a, b), rest = truncated_remainder(a, b);
    return static_cast<T>(quotient - (rest != 0 && (rest < 0) != (b < 0)));
  }
  TT_HD float operator()(float a, float b) const { return of_floats(a, b); }
  TT_HD double operator()(double a, double b) const { return of_floats(a, b); }

 private:
  template <class T>
  TT_HD static T of_floats(T a, T b) {
    if (b == 0) return a / b;
    T rest = fmod(a, b), quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) quotient -= T(1);
    if (quotient == 0) return math::with_sign(T(0), a / b);
    T whole = static_cast<T>(__builtin_floor(quotient));
    return quotient - whole > T(0.5) ? whole + T(1) : whole;
  }
};

struct Remainder {
  TT_FUNCTOR;
#if defined(__FMA__)
  using Usual = UsualRemainder;
#endif
  static constexpr bool kRefusesZero = true;
  template <class T>
  TT_HD T operator()(T a, T b) const {
    T rest = truncated_remainder(a, b);
    return static_cast<T>(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
  }
  TT_HD float operator()(float a, float b) const { return of_floats(a, b); }
  TT_HD double operator()(double a, double b) const { return of_floats(a, b); }

 private:
  template <class T>
  TT_HD static T of_floats(T a, T b) {
    T rest = fmod(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }
};

}  // namespace tt::kernels
