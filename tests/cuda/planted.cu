// Kernels with one bug each, and right ones beside them: what the emulator has to tell apart
// (test_emulator_finds.py).
#include "tt/kernels/cuda/device/platform.h"

namespace planted {

__global__ void index_error(float* out, const float* in, int64_t count) {
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i <= count) out[i] = in[i];  // should be <
}

__global__ void far_index_error(float* out, int64_t count) {
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  out[i * count] = 1.0f;
}

// Reverses a block's elements through shared memory.
template <bool with_barrier>
__global__ void reverse(float* out, const float* in) {
  TT_SHARED(float, values, 64);
  int i = static_cast<int>(threadIdx.x);
  values[i] = in[i];
  if (with_barrier) __syncthreads();
  out[i] = values[63 - i];
}

// The second round writes what slower threads of the first one still read.
__global__ void second_barrier_missing(float* out, const float* in) {
  TT_SHARED(float, values, 64);
  int i = static_cast<int>(threadIdx.x);
  for (int round = 0; round < 2; ++round) {
    values[i] = in[i] + round;
    __syncthreads();
    out[i] = values[(i + 1) % 64];
  }
}

template <bool atomic>
__global__ void scatter(float* out, const int64_t* places, const float* in, int64_t count) {
  int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (atomic)
    atomicAdd(&out[places[i]], in[i]);
  else
    out[places[i]] += in[i];
}

__global__ void shared_out_of_bounds(float* out) {
  TT_SHARED(float, values, 64);
  values[threadIdx.x + 1] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

__global__ void uninitialised_shared(float* out) {
  TT_SHARED(float, values, 64);
  if (threadIdx.x < 32) values[threadIdx.x] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

__global__ void barrier_in_a_branch(float* out) {
  if (threadIdx.x < 32) return;
  __syncthreads();
  out[threadIdx.x] = 1.0f;
}

template <bool whole_mask>
__global__ void sum_of_warp(float* out, const float* in) {
  float value = in[threadIdx.x];
  unsigned mask = whole_mask ? 0xffffffffu : 0x0000ffffu;
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_xor_sync(mask, value, lanes);
  out[threadIdx.x] = value;
}

// Lanes of one warp pass through shared memory with only the warp's barrier between.
__global__ void through_the_warp(float* out, const float* in) {
  TT_SHARED(float, values, 32);
  values[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = values[31 - threadIdx.x];
}

__global__ void division_by_zero(int64_t* out, int64_t by) { out[threadIdx.x] = 7 / by; }

// Packs of four, wherever the first one lies.
struct alignas(16) Four {
  float v[4];
};
__global__ void packs(float* out, const float* in, int64_t first) {
  reinterpret_cast<Four*>(out)[threadIdx.x] = reinterpret_cast<const Four*>(in + first)[threadIdx.x];
}

__global__ void wait_for(const int* flag) {
  while (*static_cast<const volatile int*>(flag) == 0) {
  }
}

const bool known[] = {
    TT_EMULATED("index_error", index_error),
    TT_EMULATED("far_index_error", far_index_error),
    TT_EMULATED("reverse", reverse<true>),
    TT_EMULATED("reverse_without_barrier", reverse<false>),
    TT_EMULATED("second_barrier_missing", second_barrier_missing),
    TT_EMULATED("scatter", scatter<true>),
    TT_EMULATED("non_atomic_scatter", scatter<false>),
    TT_EMULATED("shared_out_of_bounds", shared_out_of_bounds),
    TT_EMULATED("uninitialised_shared", uninitialised_shared),
    TT_EMULATED("barrier_in_a_branch", barrier_in_a_branch),
    TT_EMULATED("sum_of_warp", sum_of_warp<true>),
    TT_EMULATED("sum_of_half_a_warp", sum_of_warp<false>),
    TT_EMULATED("through_the_warp", through_the_warp),
    TT_EMULATED("division_by_zero", division_by_zero),
    TT_EMULATED("packs", packs),
    TT_EMULATED("wait_for", wait_for),
};

}  // namespace planted
