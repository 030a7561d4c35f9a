// A number of a range, as an element in memory: integers by integer arithmetic, which wraps, else by double.
#pragma once

#include <type_traits>

#include "tt/kernels/functors/cell.h"
#include "tt/kernels/plan/range.h"

namespace tt::kernels {

template <class T>
TT_HD auto range_number(const Range& range, int64_t index) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(range.start) +
                          static_cast<uint64_t>(index) * static_cast<uint64_t>(range.step));
  } else {
    double value = range.float_start + static_cast<double>(index) * range.float_step;
    return Cell<T>::store(static_cast<opmath_t<T>>(value));
  }
}

}  // namespace tt::kernels
