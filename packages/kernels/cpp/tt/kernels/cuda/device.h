// CUDA devices as a thread sees them: which is current, its stream, and the guard under which every kernel runs. A
// thread that did not make a context has none, so the guard sets the device's primary one.
#pragma once

#include <string>

#include "tt/core/base/device.h"
#include "tt/kernels/cuda/driver.h"

namespace tt::cuda {

inline constexpr int kMaxDevices = 16;

struct Properties {
  std::string name;
  int major, minor, multiprocessors;
  size_t total_bytes;
};

// 0 where there is no driver; never throws.
int device_count();
int current_device();
void set_device(int index);
// Throws Runtime, with the number of devices there are, when `index` is none of them.
const Properties& properties(int index);

// A stream and the device that it is of, which the null stream's address does not tell.
struct DeviceStream {
  int device;
  CUstream stream;
  bool operator==(const DeviceStream&) const = default;
};

// The calling thread's stream of a device; the null stream until one is set.
CUstream current_stream(int device);
void set_current_stream(int device, CUstream stream);

// Makes a device current in this thread while the guard lives.
class DeviceGuard {
 public:
  explicit DeviceGuard(int index);
  explicit DeviceGuard(Device device) : DeviceGuard(device.index) {}
  ~DeviceGuard();
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;

 private:
  int before_;
};

// Waits for all work of the device; what a kernel did wrong is thrown here.
void synchronize(int device);
// With TT_CUDA_LAUNCH_BLOCKING=1 waits for what the current stream was given, so that an error names its op.
void wait_if_launches_block();

}  // namespace tt::cuda
