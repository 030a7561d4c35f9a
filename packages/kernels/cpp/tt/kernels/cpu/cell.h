// An element in memory, and as a loop computes with it: bool as a byte, the short floats as float. Part of
// units compiled per ISA: everything is inlined.
#pragma once

#include "tt/core/base/dtype.h"

namespace tt::kernels::TT_ISA {

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

}  // namespace tt::kernels::TT_ISA
