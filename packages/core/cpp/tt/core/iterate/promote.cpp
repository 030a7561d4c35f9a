#include "tt/core/iterate/promote.h"

#include <atomic>

#include "tt/core/base/error.h"

namespace tt {
namespace {

std::atomic<DType> default_dtype_value{DType::Float32};

DType integral_of(int64_t bytes, bool is_signed) {
  switch (bytes) {
    case 1:
      return is_signed ? DType::Int8 : DType::UInt8;
    case 2:
      return is_signed ? DType::Int16 : DType::UInt16;
    case 4:
      return is_signed ? DType::Int32 : DType::UInt32;
    default:
      return is_signed ? DType::Int64 : DType::UInt64;
  }
}

DType promote_integers(DType a, DType b) {
  int64_t size_a = itemsize(a), size_b = itemsize(b);
  if (category(a) == category(b)) return size_a >= size_b ? a : b;
  if (category(a) == Category::Signed) std::swap(a, b), std::swap(size_a, size_b);
  // `a` is unsigned, `b` signed: the signed type has to be wider.
  TT_CHECK(size_a < 8, Runtime, "there is no common dtype for ", name(a), " and ", name(b),
           "; hint: cast one of them with to()");
  return integral_of(std::max(size_b, 2 * size_a), true);
}

// `higher` rank against `lower` rank; see Note [Promotion].
DType combine(DType higher, DType lower) {
  if (higher == DType::Undefined) return lower;
  if (lower == DType::Undefined || is_complex(higher)) return higher;
  if (is_floating(higher)) return is_complex(lower) ? to_complex(higher) : higher;
  if (higher == DType::Bool || is_floating(lower) || is_complex(lower)) return promote_types(higher, lower);
  return higher;
}

}  // namespace

DType default_dtype() { return default_dtype_value.load(std::memory_order_relaxed); }

void set_default_dtype(DType dtype) {
  TT_CHECK(is_floating(dtype), Type, "set_default_dtype: expected a floating dtype, got ", name(dtype));
  default_dtype_value = dtype;
}

DType promote_types(DType a, DType b) {
  if (a == b) return a;
  if (category(a) < category(b)) std::swap(a, b);
  switch (category(a)) {
    case Category::Complex:
      if (a == DType::Complex128 || b == DType::Float64 || b == DType::Complex128) return DType::Complex128;
      return DType::Complex64;
    case Category::Float:
      if (!is_floating(b)) return a;
      if (itemsize(a) == itemsize(b)) return DType::Float32;  // float16 with bfloat16
      return itemsize(a) > itemsize(b) ? a : b;
    case Category::Signed:
    case Category::Unsigned:
      return b == DType::Bool ? a : promote_integers(a, b);
    case Category::Bool:
      break;
  }
  return a;
}

bool can_cast(DType from, DType to) {
  if (is_complex(from) && !is_complex(to)) return false;
  if (is_floating(from) && is_integral(to, true)) return false;
  return to != DType::Bool || from == DType::Bool;
}

DType ResultType::dtype_of(const Scalar& number) {
  switch (number.category) {
    case Category::Bool:
      return DType::Bool;
    case Category::Float:
      return default_dtype();
    case Category::Complex:
      return to_complex(default_dtype());
    case Category::Unsigned:
      return DType::UInt64;
    case Category::Signed:
      break;
  }
  return DType::Int64;
}

DType ResultType::get() const { return combine(dims_, combine(zero_dims_, numbers_)); }

}  // namespace tt
