// A compiled kernel and its launch. Kernels are named as C++ names them; what is not compiled yet is, when it is first
// asked for (compile.h).
#pragma once

#include <atomic>
#include <string>

#include "tt/core/base/trace.h"
#include "tt/kernels/cuda/device.h"

namespace tt::cuda {

// What to compile: the name of an instantiation, and the files that have its template and its functor.
struct KernelSource {
  std::string name;
  std::string unit;     // "tt/kernels/cuda/device/pointwise.cu"
  std::string functor;  // "tt/kernels/functors/arithmetic.h"; empty where the unit has all
};

struct Kernel {
  CUfunction function = nullptr;
  std::string name;
  int registers = 0, shared_bytes = 0;
  std::string how;         // "emulated", "compiled" or "from the cache"
  int64_t compile_ns = 0;  // what that took
};

// A place for one kernel on each device, filled when it is first wanted.
class KernelSlot {
 public:
  // `source()` gives a KernelSource, and is asked only when the kernel is not there. Within a DeviceGuard.
  template <class Source>
  const Kernel& get(Source&& source) {
    std::atomic<const Kernel*>& place = by_device_[current_device()];
    if (const Kernel* found = place.load(std::memory_order_acquire)) return *found;
    return fill(place, source());
  }

 private:
  static const Kernel& fill(std::atomic<const Kernel*>& place, const KernelSource& source);
  std::atomic<const Kernel*> by_device_[kMaxDevices] = {};
};

struct Grid {
  unsigned x = 1, y = 1, z = 1;
};
struct Shape {
  Grid grid, block;
};

// On the current stream of the current device; args point to the kernel's arguments. A kernel that cannot be launched
// throws; what it does wrong is found by the next call that waits.
void launch(const Kernel& kernel, const Shape& shape, void** args, TraceScope& trace);

template <class... Args>
void launch(const Kernel& kernel, const Shape& shape, TraceScope& trace, const Args&... args) {
  void* pointers[] = {const_cast<void*>(static_cast<const void*>(&args))...};
  launch(kernel, shape, pointers, trace);
}

// As many blocks as `count` parts of `each` need.
inline unsigned blocks_for(int64_t count, int64_t each) {
  return static_cast<unsigned>((count + each - 1) / each);
}

}  // namespace tt::cuda
