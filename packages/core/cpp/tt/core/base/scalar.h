// Scalar: one Python number on its way to an element: bool, int, float or complex.
#pragma once

#include <cmath>
#include <cstdint>

#include "tt/core/base/dtype.h"

namespace tt {

struct Scalar {
  Category category;  // Bool, Signed, Unsigned (beyond int64), Float or Complex
  union {
    int64_t i;
    double re;
  };
  double im;

  Scalar() {}  // uninitialised, for arrays of them
  static Scalar of(bool value) { return integer(Category::Bool, value); }
  static Scalar of(int64_t value) { return integer(Category::Signed, value); }
  static Scalar of(uint64_t value) {
    return integer(value > INT64_MAX ? Category::Unsigned : Category::Signed, static_cast<int64_t>(value));
  }
  static Scalar of(double value) { return floating(Category::Float, value, 0); }
  static Scalar of(ComplexDouble value) { return floating(Category::Complex, value.re, value.im); }

  bool is_float() const { return category >= Category::Float; }
  double real() const {
    if (is_float()) return re;
    return category == Category::Unsigned ? static_cast<double>(static_cast<uint64_t>(i))
                                          : static_cast<double>(i);
  }

  // The value as an element of type T; what does not fit wraps as a C cast of integers does.
  template <class T>
  T to() const;

 private:
  static Scalar integer(Category category, int64_t value) {
    Scalar s;
    s.category = category;
    s.i = value;
    s.im = 0;
    return s;
  }
  static Scalar floating(Category category, double re, double im) {
    Scalar s;
    s.category = category;
    s.re = re;
    s.im = im;
    return s;
  }
};

namespace detail {

template <class T>
struct FromScalar {  // integers
  static T convert(const Scalar& s) {
    if (!s.is_float()) return static_cast<T>(s.i);
    // Casting a double that does not fit is undefined in C++.
    if (!(s.re >= -0x1p63 && s.re < 0x1p64)) return 0;
    return s.re < 0x1p63 ? static_cast<T>(static_cast<int64_t>(s.re))
                         : static_cast<T>(static_cast<uint64_t>(s.re));
  }
};
template <>
struct FromScalar<bool> {
  static bool convert(const Scalar& s) { return s.is_float() ? s.re != 0 || s.im != 0 : s.i != 0; }
};
template <>
struct FromScalar<float> {
  static float convert(const Scalar& s) { return static_cast<float>(s.real()); }
};
template <>
struct FromScalar<double> {
  static double convert(const Scalar& s) { return s.real(); }
};
template <>
struct FromScalar<Half> {
  static Half convert(const Scalar& s) { return to_half(static_cast<float>(s.real())); }
};
template <>
struct FromScalar<BFloat16> {
  static BFloat16 convert(const Scalar& s) { return to_bfloat16(static_cast<float>(s.real())); }
};
template <class T>
struct FromScalar<Complex<T>> {
  static Complex<T> convert(const Scalar& s) { return {static_cast<T>(s.real()), static_cast<T>(s.im)}; }
};

}  // namespace detail

template <class T>
T Scalar::to() const {
  return detail::FromScalar<T>::convert(*this);
}

// Writes the value as an element of `dtype`; `element` has room for 16 bytes.
inline void store(const Scalar& value, DType dtype, void* element) {
  switch (dtype) {
#define TT_STORE(E, T, N, C)                          \
  case DType::E: {                                    \
    T converted = value.to<T>();                      \
    __builtin_memcpy(element, &converted, sizeof(T)); \
    return;                                           \
  }
    TT_FORALL_DTYPES(TT_STORE)
#undef TT_STORE
    case DType::Undefined:
      return;
  }
}

// Reads one element.
inline Scalar load(const void* element, DType dtype) {
  switch (dtype) {
    case DType::Bool:
      return Scalar::of(*static_cast<const uint8_t*>(element) != 0);
    case DType::UInt8:
      return Scalar::of(int64_t{*static_cast<const uint8_t*>(element)});
    case DType::UInt16:
      return Scalar::of(int64_t{*static_cast<const uint16_t*>(element)});
    case DType::UInt32:
      return Scalar::of(int64_t{*static_cast<const uint32_t*>(element)});
    case DType::UInt64:
      return Scalar::of(*static_cast<const uint64_t*>(element));
    case DType::Int8:
      return Scalar::of(int64_t{*static_cast<const int8_t*>(element)});
    case DType::Int16:
      return Scalar::of(int64_t{*static_cast<const int16_t*>(element)});
    case DType::Int32:
      return Scalar::of(int64_t{*static_cast<const int32_t*>(element)});
    case DType::Int64:
      return Scalar::of(*static_cast<const int64_t*>(element));
    case DType::Float16:
      return Scalar::of(double{to_float(*static_cast<const Half*>(element))});
    case DType::BFloat16:
      return Scalar::of(double{to_float(*static_cast<const BFloat16*>(element))});
    case DType::Float32:
      return Scalar::of(double{*static_cast<const float*>(element)});
    case DType::Float64:
      return Scalar::of(*static_cast<const double*>(element));
    case DType::Complex64: {
      auto value = *static_cast<const ComplexFloat*>(element);
      return Scalar::of(ComplexDouble{value.re, value.im});
    }
    case DType::Complex128:
      return Scalar::of(*static_cast<const ComplexDouble*>(element));
    case DType::Undefined:
      break;
  }
  return Scalar::of(int64_t{0});
}

}  // namespace tt
