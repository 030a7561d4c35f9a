// The fifteen element types: their names, sizes, categories and C++ types.
#pragma once

#include <cstdint>

#include "tt/core/base/number_types.h"

namespace tt {

enum class DType : uint8_t {
  Bool,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Int8,
  Int16,
  Int32,
  Int64,
  Float16,
  BFloat16,
  Float32,
  Float64,
  Complex64,
  Complex128,
  Undefined,
};

inline constexpr int kDTypeCount = 15;

// X(enumerator, C++ type, Python name, category), in the order of the enumeration.
// Categories are ordered as promotion orders them.
#define TT_FORALL_DTYPES(X)                              \
  X(Bool, bool, "bool", Bool)                            \
  X(UInt8, uint8_t, "uint8", Unsigned)                   \
  X(UInt16, uint16_t, "uint16", Unsigned)                \
  X(UInt32, uint32_t, "uint32", Unsigned)                \
  X(UInt64, uint64_t, "uint64", Unsigned)                \
  X(Int8, int8_t, "int8", Signed)                        \
  X(Int16, int16_t, "int16", Signed)                     \
  X(Int32, int32_t, "int32", Signed)                     \
  X(Int64, int64_t, "int64", Signed)                     \
  X(Float16, ::tt::Half, "float16", Float)               \
  X(BFloat16, ::tt::BFloat16, "bfloat16", Float)         \
  X(Float32, float, "float32", Float)                    \
  X(Float64, double, "float64", Float)                   \
  X(Complex64, ::tt::ComplexFloat, "complex64", Complex) \
  X(Complex128, ::tt::ComplexDouble, "complex128", Complex)

enum class Category : uint8_t { Bool, Unsigned, Signed, Float, Complex };

struct DTypeInfo {
  const char* name;
  uint8_t itemsize;
  Category category;
};

inline constexpr DTypeInfo kDTypeInfo[kDTypeCount + 1] = {
#define TT_INFO(E, T, N, C) {N, sizeof(T), Category::C},
    TT_FORALL_DTYPES(TT_INFO)
#undef TT_INFO
        {"undefined", 0, Category::Bool},
};

constexpr const char* name(DType dtype) { return kDTypeInfo[static_cast<int>(dtype)].name; }
constexpr int64_t itemsize(DType dtype) { return kDTypeInfo[static_cast<int>(dtype)].itemsize; }
constexpr Category category(DType dtype) { return kDTypeInfo[static_cast<int>(dtype)].category; }
constexpr bool is_integral(DType dtype, bool include_bool) {
  Category c = category(dtype);
  return c == Category::Unsigned || c == Category::Signed || (include_bool && c == Category::Bool);
}
constexpr bool is_floating(DType dtype) { return category(dtype) == Category::Float; }
constexpr bool is_complex(DType dtype) { return category(dtype) == Category::Complex; }
constexpr uint32_t bit(DType dtype) { return 1u << static_cast<int>(dtype); }

// The type in which a functor computes: float for the two short floats.
template <class T>
struct OpMath {
  using type = T;
};
template <>
struct OpMath<Half> {
  using type = float;
};
template <>
struct OpMath<BFloat16> {
  using type = float;
};
template <class T>
using opmath_t = typename OpMath<T>::type;

template <class T>
struct DTypeOf;
#define TT_OF(E, T, N, C)                    \
  template <>                                \
  struct DTypeOf<T> {                        \
    static constexpr DType value = DType::E; \
  };
TT_FORALL_DTYPES(TT_OF)
#undef TT_OF

// The real dtype of a complex one; others are their own.
constexpr DType to_real(DType dtype) {
  if (dtype == DType::Complex64) return DType::Float32;
  if (dtype == DType::Complex128) return DType::Float64;
  return dtype;
}

constexpr DType to_complex(DType dtype) {
  if (dtype == DType::Float64 || dtype == DType::Complex128) return DType::Complex128;
  return DType::Complex64;
}

}  // namespace tt
