// One element of a dtype as one of another, on every device. To half and bfloat16 the result is the float that is
// still to be rounded.
//
// Note [Casts]
//   to bool      true for anything but 0, NaN included
//   to integers  integers wrap; floats are truncated, and what does not fit gives what the x86 instruction
//                for a 32-bit (short targets) or the target's width gives, in vector and scalar code alike
//   to real      the imaginary part is dropped; whoever copies warns
#pragma once

#include <type_traits>

#include "tt/kernels/functors/cell.h"

namespace tt::kernels {

template <class T>
constexpr bool is_complex_type = false;
template <class T>
constexpr bool is_complex_type<Complex<T>> = true;

// The upper half of an unsigned range lies beyond the signed conversion: shift down, convert, put the bit
// back.
template <class To, class From>
TT_HD To truncate(From value) {
  using Signed = std::conditional_t<(sizeof(To) <= 4), int32_t, int64_t>;
  if constexpr (std::is_unsigned_v<To> && sizeof(To) >= 4) {
    constexpr From half = sizeof(To) == 4 ? From(0x1p31) : From(0x1p63);
    bool high = value >= half;
    To low = static_cast<To>(static_cast<Signed>(high ? value - half : value));
    return low ^ static_cast<To>(static_cast<To>(high) << (8 * sizeof(To) - 1));
  } else {
    return static_cast<To>(static_cast<Signed>(value));
  }
}

template <class To, class From>
TT_HD opmath_t<To> converted(From value) {
  using Math = opmath_t<To>;
  if constexpr (is_complex_type<From>) {
    if constexpr (std::is_same_v<To, bool>)
      return (value.re != 0) | (value.im != 0);
    else if constexpr (is_complex_type<To>)
      return {static_cast<decltype(To::re)>(value.re), static_cast<decltype(To::re)>(value.im)};
    else
      return converted<To>(value.re);
  } else if constexpr (is_complex_type<To>) {
    return {static_cast<decltype(To::re)>(value), 0};
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != 0;
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return truncate<To>(value);
  } else {
    return static_cast<Math>(value);
  }
}

}  // namespace tt::kernels
