// From an index to byte offsets: dims with fast division, and each operand's strides. Filled by the host
// (cuda/layout.h), read by kernels.
#pragma once

#include <cstdint>

#include "tt/core/base/macros.h"

namespace tt::kernels::device {

// Dims of one launch at most; the host walks what lies beyond.
inline constexpr int kMaxLaunchDims = 12;

// Quotients by a fixed number. For 32 bits a multiplication by its rounded-up reciprocal (Granlund and
// Montgomery, "Division by invariant integers using multiplication", 1994); numerators are below 2^31.
template <class Index>
struct Divider;
template <>
struct Divider<uint32_t> {
  uint32_t divisor, magic, shift;
  TT_HD uint32_t quotient(uint32_t n) const {
    return (static_cast<uint32_t>((uint64_t{n} * magic) >> 32) + n) >> shift;
  }
};
template <>
struct Divider<uint64_t> {
  uint64_t divisor;
  TT_HD uint64_t quotient(uint64_t n) const { return n / divisor; }
};

template <class Index, int Operands>
struct Layout {
  int32_t ndim;
  Divider<Index> sizes[kMaxLaunchDims];  // innermost first
  Index strides_bytes[kMaxLaunchDims][Operands];

  TT_HD void offsets_of(Index index, Index (&offsets)[Operands]) const {
    for (int i = 0; i < Operands; ++i) offsets[i] = 0;
    for (int d = 0; d < ndim; ++d) {
      // What is left is the index in the outermost dim.
      Index rest = d + 1 < ndim ? sizes[d].quotient(index) : 0;
      Index place = index - rest * sizes[d].divisor;
      for (int i = 0; i < Operands; ++i) offsets[i] += place * strides_bytes[d][i];
      index = rest;
    }
  }
};

}  // namespace tt::kernels::device
