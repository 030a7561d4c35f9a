// CUDA C++ for g++: the words that kernels use, over the emulator's threads (block.h). Included by .cu files in place
// of NVRTC's own; see docs/cuda.md.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "tt/kernels/cuda/emulator/thread.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __grid_constant__
#define __launch_bounds__(...)

#define threadIdx (::tt::emulator::here->thread)
#define blockIdx (::tt::emulator::here->block)
#define blockDim (::tt::emulator::here->block_dim)
#define gridDim (::tt::emulator::here->grid_dim)
#define warpSize ::tt::emulator::kWarp

// The address of the tag says which array it is: all threads of a block get the same one.
#define TT_SHARED(T, name, N)       \
  static const char name##_tag = 0; \
  T(&name)[N] = *reinterpret_cast<T(*)[N]>(::tt::emulator::shared_memory(&name##_tag, sizeof(T) * (N), #name))

inline void __syncthreads() { ::tt::emulator::block_barrier(); }
inline void __syncwarp(unsigned mask = 0xffffffffu) { ::tt::emulator::warp_barrier(mask, "__syncwarp"); }
inline void __threadfence() {}

namespace tt::emulator {

// A value of another lane of the warp, which all lanes of `mask` take at once.
template <class T>
T from_lane(unsigned mask, T value, int lane, const char* what) {
  static_assert(sizeof(T) <= kExchangeBytes);
  T taken;
  exchange(mask, &value, &taken, sizeof(T), lane, what);
  return taken;
}

template <class T, class Update>
__attribute__((no_sanitize("thread"))) T atomic_update(T* at, Update update) {
  note_atomic(at, sizeof(T));
  T before = *at;
  *at = update(before);
  return before;
}

}  // namespace tt::emulator

template <class T>
T __shfl_sync(unsigned mask, T value, int lane) {
  return ::tt::emulator::from_lane(mask, value, lane & 31, "__shfl_sync");
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lanes) {
  return ::tt::emulator::from_lane(mask, value, ::tt::emulator::lane() ^ lanes, "__shfl_xor_sync");
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned lanes) {
  int from = ::tt::emulator::lane() + static_cast<int>(lanes);
  return ::tt::emulator::from_lane(mask, value, from < 32 ? from : ::tt::emulator::lane(),
                                   "__shfl_down_sync");
}
inline unsigned __ballot_sync(unsigned mask, bool predicate) {
  return ::tt::emulator::ballot(mask, predicate);
}

template <class T>
T atomicAdd(T* at, T value) {
  return ::tt::emulator::atomic_update(at, [value](T before) { return before + value; });
}
template <class T>
T atomicMax(T* at, T value) {
  return ::tt::emulator::atomic_update(at, [value](T before) { return before > value ? before : value; });
}
template <class T>
T atomicMin(T* at, T value) {
  return ::tt::emulator::atomic_update(at, [value](T before) { return before < value ? before : value; });
}
template <class T>
T atomicExch(T* at, T value) {
  return ::tt::emulator::atomic_update(at, [value](T) { return value; });
}
template <class T>
T atomicCAS(T* at, T expected, T value) {
  return ::tt::emulator::atomic_update(at, [=](T before) { return before == expected ? value : before; });
}
