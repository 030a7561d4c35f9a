// What a kernel needs to find its elements, from an iterator's dims: a device::Layout, in 32 bits where they are enough.
// More dims than a launch takes are walked here.
#pragma once

#include "tt/core/iterate/tensor_iterator.h"
#include "tt/kernels/cuda/device/layout.h"

namespace tt::cuda {

// Of a dim without elements nothing is divided.
template <class Index>
kernels::device::Divider<Index> divider(int64_t size) {
  const int64_t by = size ? size : 1;
  if constexpr (sizeof(Index) == 8) {
    return {static_cast<uint64_t>(by)};
  } else {
    auto divisor = static_cast<uint32_t>(by);
    uint32_t shift = 0;
    while (shift < 32 && (uint64_t{1} << shift) < divisor) ++shift;
    uint64_t magic = ((uint64_t{1} << 32) * ((uint64_t{1} << shift) - divisor)) / divisor + 1;
    return {divisor, static_cast<uint32_t>(magic), shift};
  }
}

// strides_bytes(d, i): of operand i in dim d; dims innermost first.
template <class Index, int Operands, class Strides>
kernels::device::Layout<Index, Operands> make_layout(Ints shape, Strides&& strides_bytes) {
  kernels::device::Layout<Index, Operands> layout;
  layout.ndim = static_cast<int32_t>(shape.size());
  for (int d = 0; d < layout.ndim; ++d) {
    layout.sizes[d] = divider<Index>(shape[static_cast<size_t>(d)]);
    for (int i = 0; i < Operands; ++i) layout.strides_bytes[d][i] = static_cast<Index>(strides_bytes(d, i));
  }
  return layout;
}

inline constexpr int64_t kMost32Bits = 0x7fffffff;

// Whether every index and every offset fits 31 bits.
template <class Strides>
bool fits_32_bits(Ints shape, int operands, Strides&& strides_bytes) {
  int64_t count = 1;
  for (int64_t size : shape) {
    if (__builtin_mul_overflow(count, size, &count) || count > kMost32Bits) return false;
  }
  for (int i = 0; i < operands; ++i) {
    int64_t last = 0;
    for (size_t d = 0; d < shape.size(); ++d) last += (shape[d] - 1) * strides_bytes(static_cast<int>(d), i);
    if (last > kMost32Bits - 16) return false;
  }
  return true;
}

// Calls part(dims, offsets): the first `dims` dims of the shape are one launch's, at these byte offsets.
template <class Strides, class Part>
void for_each_launch(Ints shape, int operands, Strides&& strides_bytes, Part&& part) {
  int ndim = static_cast<int>(shape.size());
  int dims = ndim < kernels::device::kMaxLaunchDims ? ndim : kernels::device::kMaxLaunchDims;
  int64_t index[kMaxDims] = {};
  for (int carry = -1; carry < ndim;) {
    int64_t offsets[kMaxOperands] = {};
    for (int d = dims; d < ndim; ++d) {
      for (int i = 0; i < operands; ++i) offsets[i] += index[d] * strides_bytes(d, i);
    }
    part(dims, offsets);
    for (carry = dims; carry < ndim && ++index[carry] == shape[static_cast<size_t>(carry)]; ++carry)
      index[carry] = 0;
  }
}

}  // namespace tt::cuda
