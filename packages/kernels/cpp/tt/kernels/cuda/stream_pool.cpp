#include "tt/kernels/cuda/stream_pool.h"

#include <algorithm>
#include <mutex>

namespace tt::cuda {
namespace {

constexpr int kMostUrgent = -3;

struct Pool {
  CUstream streams[kStreamsPerPool] = {};
  unsigned given = 0;
};

}  // namespace

CUstream pooled_stream(int device, int priority) {
  static std::mutex mutex;
  static Pool pools[kMaxDevices][1 - kMostUrgent];
  DeviceGuard guard(device);
  priority = std::clamp(priority, kMostUrgent, 0);
  std::lock_guard lock(mutex);
  Pool& pool = pools[current_device()][-priority];
  CUstream& stream = pool.streams[pool.given++ % kStreamsPerPool];
  if (!stream) check(driver().create_stream(&stream, kStreamNonBlocking, priority), "making a stream");
  return stream;
}

}  // namespace tt::cuda
