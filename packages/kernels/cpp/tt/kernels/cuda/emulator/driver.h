// What the parts of the driver's interface share: how its functions are exported, and what waiting finds.
#pragma once

#include <mutex>

#include "tt/kernels/cuda/driver_types.h"
#include "tt/kernels/cuda/emulator/thread.h"

#define TT_ENTRY extern "C" TT_EMULATOR_API ::tt::cuda::CUresult

namespace tt::emulator {

// Held while a kernel runs and while allocations change: the running block is one for the process.
extern std::mutex launching;
// The error of a kernel that failed, until somebody asks what it was.
cuda::CUresult finished();

}  // namespace tt::emulator
