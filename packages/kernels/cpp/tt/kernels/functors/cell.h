// An element in memory, and as a loop computes with it: bool as a byte, the short floats as float. For every
// device; everything is inlined.
#pragma once

#include "tt/core/base/dtype.h"

namespace tt::kernels {

template <class T>
struct Cell {
  using Memory = T;
  TT_HD static T load(Memory value) { return value; }
  TT_HD static Memory store(T value) { return value; }
};
template <>
struct Cell<bool> {
  using Memory = uint8_t;
  TT_HD static bool load(uint8_t value) { return value != 0; }
  TT_HD static uint8_t store(bool value) { return value; }
};
template <>
struct Cell<Half> {
  using Memory = Half;
  TT_HD static float load(Half value) { return to_float(value); }
  TT_HD static Half store(float value) { return to_half(value); }
};
template <>
struct Cell<BFloat16> {
  using Memory = BFloat16;
  TT_HD static float load(BFloat16 value) { return to_float(value); }
  TT_HD static BFloat16 store(float value) { return to_bfloat16(value); }
};

template <int Bytes>
struct Bits;
template <>
struct Bits<1> {
  using type = uint8_t;
};
template <>
struct Bits<2> {
  using type = uint16_t;
};
template <>
struct Bits<4> {
  using type = uint32_t;
};
template <>
struct Bits<8> {
  using type = uint64_t;
};
template <>
struct Bits<16> {
  using type = ComplexDouble;
};
// The type that stands for any of this size where elements are only moved.
template <int Bytes>
using BitsOfSize = typename Bits<Bytes>::type;

}  // namespace tt::kernels
