// How a block's threads are shared out over outputs; Note [Reduction on a device] in device/reduce_args.h.
#pragma once

#include <cstdint>

#include "tt/kernels/cuda/device/reduce_args.h"

namespace tt::cuda {

struct Lanes {
  int32_t lanes = 1, outputs_per_block = kernels::device::kReduceThreads;

  // As many lanes as there are elements for, at least a warp's width of outputs where those lie side by side.
  Lanes(int64_t reduced, bool side_by_side) {
    const int32_t most =
        side_by_side ? kernels::device::kReduceThreads : kernels::device::kReduceThreads / 32;
    while (lanes < most && lanes < reduced) lanes *= 2;
    outputs_per_block = kernels::device::kReduceThreads / lanes;
  }
};

}  // namespace tt::cuda
