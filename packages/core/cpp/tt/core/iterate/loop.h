// The inner loops that a TensorIterator runs: their signature, and what a kernel says about one. Light on
// purpose: units compiled per ISA include this and not the iterator.
#pragma once

#include <cstdint>

#include "tt/core/base/location.h"

namespace tt {

// One row, or `outer` rows, of elements: data and inner strides first, outer strides after them.
// strides_bytes[i] is operand i's inner stride, strides_bytes[operands + i] its outer one.
using Loop2d = void (*)(char* const* data, const int64_t* strides_bytes, int64_t inner, int64_t outer,
                        const void* scalars);

// What is known of a loop beside its code.
struct LoopInfo {
  Location where;         // of the functor
  const char* name = "";  // the functor's
  const char* isa = "";
  int64_t grain = 32768;  // elements that are worth a thread
};

}  // namespace tt
