// The second dispatch of a call: from a dtype to C++ code for that type.
//
//   dispatch_dtype<kFloatingTypes>(dtype, [&]<class T>() { fill(static_cast<T*>(data)); });
//
// Only the branches in the set are instantiated; any other dtype is an error that lists the set.
#pragma once

#include <string>

#include "tt/core/base/dtype.h"
#include "tt/core/base/error.h"

namespace tt {

inline constexpr uint32_t kBoolType = bit(DType::Bool);
inline constexpr uint32_t kSignedTypes =
    bit(DType::Int8) | bit(DType::Int16) | bit(DType::Int32) | bit(DType::Int64);
inline constexpr uint32_t kUnsignedTypes =
    bit(DType::UInt8) | bit(DType::UInt16) | bit(DType::UInt32) | bit(DType::UInt64);
inline constexpr uint32_t kIntegralTypes = kSignedTypes | kUnsignedTypes;
inline constexpr uint32_t kFloatDouble = bit(DType::Float32) | bit(DType::Float64);
inline constexpr uint32_t kHalfTypes = bit(DType::Float16) | bit(DType::BFloat16);
inline constexpr uint32_t kFloatingTypes = kFloatDouble | kHalfTypes;
inline constexpr uint32_t kComplexTypes = bit(DType::Complex64) | bit(DType::Complex128);
inline constexpr uint32_t kRealTypes = kIntegralTypes | kFloatingTypes;
inline constexpr uint32_t kNumberTypes = kRealTypes | kComplexTypes;
inline constexpr uint32_t kEveryType = kNumberTypes | kBoolType;

TT_API std::string dtype_set_names(uint32_t set);

template <uint32_t Set, class Body>
decltype(auto) dispatch_dtype(DType dtype, Body&& body) {
  switch (dtype) {
#define TT_CASE(E, T, N, C)                   \
  case DType::E:                              \
    if constexpr ((Set & bit(DType::E)) != 0) \
      return body.template operator()<T>();   \
    else                                      \
      break;
    TT_FORALL_DTYPES(TT_CASE)
#undef TT_CASE
    case DType::Undefined:
      break;
  }
  fail(ErrorKind::NotImplemented, "not implemented for dtype ", name(dtype), "; implemented for ",
       dtype_set_names(Set));
}

}  // namespace tt
