// Uniform and normal numbers: a thread makes those of one Philox block, which are the CPU's. Note [Random streams] in
// core/base/generator.h.
#include "tt/kernels/cuda/device/platform.h"

#include "tt/kernels/cuda/device/random_args.h"
#include "tt/kernels/functors/box_muller.h"
#include "tt/kernels/functors/cell.h"
#include "tt/kernels/functors/philox.h"

namespace tt::kernels::device {

TT_HD uint64_t pair_of(uint32_t high, uint32_t low) { return static_cast<uint64_t>(high) << 32 | low; }

// The numbers of one block, as many as fit 16 bytes.
template <bool is_normal>
TT_HD void draw(const RandomArgs& args, const PhiloxWords& words, double (&out)[2]) {
  uint64_t a = pair_of(words.w[0], words.w[1]), b = pair_of(words.w[2], words.w[3]);
  if (is_normal) {
    NormalPair<double> made = box_muller(a, b);
    out[0] = made.first * args.scale;
    out[1] = made.second * args.scale;
  } else {
    out[0] = static_cast<double>(static_cast<int64_t>(a >> 11)) * 0x1p-53;
    out[1] = static_cast<double>(static_cast<int64_t>(b >> 11)) * 0x1p-53;
  }
}
template <bool is_normal>
TT_HD void draw(const RandomArgs& args, const PhiloxWords& words, float (&out)[4]) {
  const float scale = static_cast<float>(args.scale);
  const float unit = 1.0f / static_cast<float>(1 << args.bits);
  for (int k = 0; k < 4; k += 2) {
    if (is_normal) {
      NormalPair<float> made = box_muller(words.w[k], words.w[k + 1]);
      out[k] = made.first * scale;
      out[k + 1] = made.second * scale;
    } else {
      out[k] = static_cast<float>(static_cast<int32_t>(words.w[k] >> (32 - args.bits))) * unit;
      out[k + 1] = static_cast<float>(static_cast<int32_t>(words.w[k + 1] >> (32 - args.bits))) * unit;
    }
  }
}

template <class T, bool is_normal>
__global__ void __launch_bounds__(kRandomThreads) random(const __grid_constant__ RandomArgs args) {
  using A = opmath_t<T>;
  constexpr int kEach = sizeof(A) == 8 ? 2 : 4;
  const int64_t index = static_cast<int64_t>(blockIdx.x) * kRandomThreads + threadIdx.x;
  const int64_t first = index * kEach;
  if (first >= args.count) return;
  A made[kEach];
  draw<is_normal>(args, philox(args.seed, args.block + static_cast<uint64_t>(index)), made);
  T* output = reinterpret_cast<T*>(args.output);
  for (int k = 0; k < kEach; ++k) {
    if (first + k < args.count) output[first + k] = Cell<T>::store(made[k]);
  }
}

}  // namespace tt::kernels::device
