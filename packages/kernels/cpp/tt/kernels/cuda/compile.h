// From a kernel's source to an image that the driver loads: by the compiler that the Python package gives (NVRTC behind
// a cache), or for the emulator by looking the kernel up among those that the build compiled.
#pragma once

#include "tt/kernels/cuda/kernel.h"

namespace tt::cuda {

struct Compiled {
  std::string image;   // a cubin
  std::string symbol;  // the kernel's name in it
  std::string how;
};

Compiled compile(const KernelSource& source, int device);

}  // namespace tt::cuda
