#include "tt/kernels/cuda/segments.h"

#include "tt/kernels/cuda/provider.h"

namespace tt::cuda {

Segment take_segment(size_t bytes, CUstream stream) {
  if (!driver().is_emulated) return take_cupy_segment(bytes, stream);
  CUdeviceptr data = 0;
  if (driver().allocate(&data, bytes) != kSuccess) return {};
  return {reinterpret_cast<void*>(data), nullptr, current_device()};
}

void give_back(const Segment& segment) {
  if (!driver().is_emulated) return give_cupy_segment_back(segment);
  DeviceGuard guard(segment.device);
  driver().deallocate(reinterpret_cast<CUdeviceptr>(segment.data));
}

}  // namespace tt::cuda
