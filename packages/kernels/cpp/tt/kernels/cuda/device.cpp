#include "tt/kernels/cuda/device.h"

#include <mutex>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/environment.h"

namespace tt::cuda {
namespace {

struct ThreadDevices {
  int current = 0;
  int in_context = -1;  // whose context this thread has
  CUstream streams[kMaxDevices] = {};
};
thread_local ThreadDevices thread_devices;

struct Opened {
  CUcontext context;
  Properties properties;
};

Opened open(int index) {
  Opened made{};
  check(driver().retain_context(&made.context, index), "opening the device");
  char name[256] = {};
  check(driver().device_name(name, sizeof(name) - 1, index), "asking for the device's name");
  made.properties.name = name;
  check(driver().device_memory(&made.properties.total_bytes, index), "asking for the device's memory");
  driver().device_attribute(&made.properties.major, kComputeMajor, index);
  driver().device_attribute(&made.properties.minor, kComputeMinor, index);
  driver().device_attribute(&made.properties.multiprocessors, kMultiprocessorCount, index);
  return made;
}

const Opened& opened(int index) {
  static std::once_flag once[kMaxDevices];
  static Opened all[kMaxDevices];
  (void)driver();  // says what is missing
  int count = device_count();
  TT_CHECK(index >= 0 && index < count, Runtime, "cuda: invalid device index ", index, ", there ",
           count == 1 ? "is " : "are ", count, count == 1 ? " device" : " devices");
  std::call_once(once[index], [&] { all[index] = open(index); });
  return all[index];
}

void enter(int index) {
  // With one device, nobody else can have put another context here.
  if (thread_devices.in_context == index && device_count() == 1) return;
  check(driver().set_context(opened(index).context), "entering the device");
  thread_devices.in_context = index;
}

}  // namespace

int device_count() {
  static const int count = [] {
    int found = 0;
    const Driver* table = find_driver();
    if (!table || table->device_count(&found) != kSuccess) return 0;
    return found < kMaxDevices ? found : kMaxDevices;
  }();
  return count;
}

int current_device() { return thread_devices.current; }

void set_device(int index) {
  (void)opened(index);
  thread_devices.current = index;
  enter(index);
}

const Properties& properties(int index) { return opened(index).properties; }

CUstream current_stream(int device) { return thread_devices.streams[device]; }
void set_current_stream(int device, CUstream stream) {
  (void)opened(device);
  thread_devices.streams[device] = stream;
}

DeviceGuard::DeviceGuard(int index) : before_(thread_devices.current) {
  enter(index < 0 ? before_ : index);
  if (index >= 0) thread_devices.current = index;
}
DeviceGuard::~DeviceGuard() {
  if (thread_devices.current == before_) return;
  thread_devices.current = before_;
  driver().set_context(opened(before_).context);
  thread_devices.in_context = before_;
}

void synchronize(int device) {
  DeviceGuard guard(device);
  check(driver().synchronize_context(), "waiting for the device");
}

void wait_if_launches_block() {
  static const bool blocks = is_set("TT_CUDA_LAUNCH_BLOCKING");
  if (TT_UNLIKELY(blocks)) check(driver().synchronize_stream(current_stream(current_device())), "running it");
}

}  // namespace tt::cuda
