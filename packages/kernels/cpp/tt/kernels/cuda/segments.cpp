#include "tt/kernels/cuda/segments.h"

#include "tt/kernels/cuda/environment.h"
#include "tt/kernels/cuda/provider.h"

namespace tt::cuda {

bool allocations_are_exact() {
  static const bool always = is_set("TT_CUDA_EXACT_ALLOC");
  return always || (driver().emulator_checks && driver().emulator_checks(-1));
}

Segment take_segment(size_t bytes, CUstream stream) {
  if (!driver().is_emulated && !allocations_are_exact()) return take_cupy_segment(bytes, stream);
  CUdeviceptr data = 0;
  CUresult code = driver().allocate(&data, bytes);
  if (code == kOutOfMemory) return {};
  check(code, "allocating memory");
  return {reinterpret_cast<void*>(data), nullptr, current_device(), stream};
}

void give_back(const Segment& segment) {
  if (segment.owner) return give_cupy_segment_back(segment);
  DeviceGuard guard(segment.device);
  auto data = reinterpret_cast<CUdeviceptr>(segment.data);
  if (driver().emulator_release) driver().emulator_release(data, segment.stream);
  driver().deallocate(data);
}

}  // namespace tt::cuda
