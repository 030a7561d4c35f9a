// Type promotion: which dtype do operands of several dtypes meet in?
//
// Note [Promotion]
// Operands have three ranks: tensors with dims, 0-d tensors, Python numbers. A lower rank
// changes the result only when its category (bool < integral < floating < complex) is higher.
//   int32[3] + 2.5 -> float32,  float32[3] + float64[] -> float32,  uint8[3] + int64[] -> uint8
// Two dtypes of one rank meet as the array API standard says: torch refuses uint16, uint32
// and uint64 beside other integers; here they meet where a common integer exists.
#pragma once

#include "tt/core/base/promotion.h"
#include "tt/core/base/scalar.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

TT_API DType default_dtype();
// Floating dtypes only.
TT_API void set_default_dtype(DType dtype);

// Throws Runtime where no common dtype exists (uint64 with a signed integer).
TT_API DType promote_types(DType a, DType b);
// Whether a result of dtype `from` may be written to a tensor of dtype `to`.
TT_API bool can_cast(DType from, DType to);

inline bool is_short_float(DType dtype) { return is_floating(dtype) && itemsize(dtype) == 2; }
// Whether a number is none of the short float's values.
inline bool is_rounded(const Scalar& number, DType short_float) {
  alignas(16) char element[16];
  store(number, short_float, element);
  auto exact = number.to<float>();
  return load(element, short_float).real() != exact && exact == exact;
}

// Of the result, where the operands meet in `common`.
inline DType result_dtype(Promotion promotes, DType common) {
  if (promotes == Promotion::ToBool) return DType::Bool;
  return promotes == Promotion::ComplexToReal ? to_real(common) : common;
}

class TT_API ResultType {
 public:
  void add(const TensorImpl& tensor) { add(tensor.ndim() ? dims_ : zero_dims_, tensor.dtype()); }
  void add(const Scalar& number) { add(numbers_, dtype_of(number)); }
  DType get() const;
  static DType dtype_of(const Scalar& number);

 private:
  static void add(DType& state, DType dtype) {
    state = state == DType::Undefined || state == dtype ? dtype : promote_types(state, dtype);
  }
  DType dims_ = DType::Undefined;
  DType zero_dims_ = DType::Undefined;
  DType numbers_ = DType::Undefined;
};

}  // namespace tt
