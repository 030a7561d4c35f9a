// Half, BFloat16 and Complex<T>: plain structs that hold an element's bits. Arithmetic on
// the two short floats happens in float (opmath); functors never see them.
#pragma once

#include <cstdint>
#include <cstring>

#include "tt/core/base/macros.h"

namespace tt {

struct Half {
  uint16_t bits;
};

struct BFloat16 {
  uint16_t bits;
};

template <class T>
struct alignas(2 * sizeof(T)) Complex {
  T re;
  T im;
  TT_HD friend bool operator==(Complex a, Complex b) { return a.re == b.re && a.im == b.im; }
  TT_HD friend bool operator!=(Complex a, Complex b) { return !(a == b); }
  TT_HD friend Complex operator-(Complex a) { return {-a.re, -a.im}; }
  TT_HD friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  TT_HD friend Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
  TT_HD friend Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

using ComplexFloat = Complex<float>;
using ComplexDouble = Complex<double>;

namespace bits {

template <class To, class From>
TT_HD To cast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}

}  // namespace bits

// Branch-free, so that loops over them vectorise. Denormals are exact: the magic
// multiplications let the float unit do the shift.
TT_HD float to_float(Half half) {
  uint32_t sign = static_cast<uint32_t>(half.bits & 0x8000u) << 16;
  uint32_t rest = static_cast<uint32_t>(half.bits & 0x7fffu) << 13;
  uint32_t is_special = rest >= (0x1fu << 23) ? 0xffffffffu : 0u;  // infinity or NaN: exponent all ones
  float scaled = bits::cast<float>(rest) * bits::cast<float>(0x77800000u);  // * 2^112
  uint32_t special = rest | 0x7f800000u;
  uint32_t magnitude = (bits::cast<uint32_t>(scaled) & ~is_special) | (special & is_special);
  return bits::cast<float>(sign | magnitude);
}

TT_HD float to_float(BFloat16 b) { return bits::cast<float>(static_cast<uint32_t>(b.bits) << 16); }

// Round to nearest, ties to even; overflow gives infinity; NaN stays a quiet NaN.
TT_HD Half to_half(float value) {
  uint32_t word = bits::cast<uint32_t>(value);
  uint32_t sign = word & 0x80000000u;
  uint32_t magnitude = word ^ sign;
  float clipped = bits::cast<float>(magnitude);
  // Below 2^-14 adding 0.5 aligns the mantissa's last bit with the half's denormal unit.
  uint32_t denormal = bits::cast<uint32_t>(clipped + 0.5f) - 0x3f000000u;
  uint32_t odd = (magnitude >> 13) & 1u;
  uint32_t normal = (magnitude - 0x38000000u + 0xfffu + odd) >> 13;
  uint32_t result = magnitude < 0x38800000u ? denormal : normal;
  result = magnitude >= 0x477ff000u ? 0x7c00u : result;  // 65520 and above
  result = magnitude > 0x7f800000u ? 0x7e00u : result;
  return {static_cast<uint16_t>(result | (sign >> 16))};
}

TT_HD BFloat16 to_bfloat16(float value) {
  uint32_t word = bits::cast<uint32_t>(value);
  uint32_t rounded = (word + 0x7fffu + ((word >> 16) & 1u)) >> 16;
  uint32_t quiet = (word >> 16) | 0x40u;
  bool is_nan = (word & 0x7fffffffu) > 0x7f800000u;
  return {static_cast<uint16_t>(is_nan ? quiet : rounded)};
}

}  // namespace tt
