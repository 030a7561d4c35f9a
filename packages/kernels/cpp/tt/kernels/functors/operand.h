// The arguments of an irregular op as its element function sees them, on every device: plain data, which is handed to a
// CUDA kernel by value. plan/operands.h fills it in and owns what it points to.
#pragma once

#include "tt/kernels/functors/cell.h"

namespace tt::kernels {

inline constexpr int kOperandDims = 12;
inline constexpr int kListedOperands = 8;

// A tensor, its elements one after the other in row-major order. T is its dtype.
struct Operand {
  char* data = nullptr;
  int64_t numel = 0;
  int64_t sizes[kOperandDims] = {};
  int32_t ndim = 0;
  bool is_given = false;  // false for a `Tensor?` that is None

  template <class T>
  TT_HD opmath_t<T> load(int64_t index) const {
    return Cell<T>::load(reinterpret_cast<const typename Cell<T>::Memory*>(data)[index]);
  }
  template <class T>
  TT_HD void store(int64_t index, opmath_t<T> value) const {
    reinterpret_cast<typename Cell<T>::Memory*>(data)[index] = Cell<T>::store(value);
  }
};

// `Tensor[]`.
struct OperandList {
  Operand items[kListedOperands];
  int32_t count = 0;
};

// `int[]`; `is_given` is false for an `int[]?` that is None.
struct IntList {
  int64_t items[kOperandDims] = {};
  int32_t count = 0;
  bool is_given = false;
};

// `float?` and its like.
template <class T>
struct Maybe {
  T value{};
  bool is_given = false;
};

}  // namespace tt::kernels
