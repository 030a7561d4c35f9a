#include "tt/kernels/cuda/compile.h"

#include "tt/kernels/cuda/provider.h"

namespace tt::cuda {

Compiled compile(const KernelSource& source, int device) {
  if (driver().is_emulated) return {{}, source.name, "emulated"};
  return compile_by_nvrtc(source, properties(device));
}

}  // namespace tt::cuda
