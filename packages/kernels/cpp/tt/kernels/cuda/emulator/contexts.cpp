#include "tt/kernels/cuda/emulator/contexts.h"

#include <algorithm>
#include <cstdlib>

namespace tt::emulator {

static thread_local int device_of_thread = -1;

int device_count() {
  static const int count = [] {
    const char* text = std::getenv("TT_CUDA_EMULATE_DEVICES");
    int asked = text ? std::atoi(text) : 1;
    return std::clamp(asked, 1, kMostDevices);
  }();
  return count;
}

int current_device() { return device_of_thread; }
void set_current_device(int device) { device_of_thread = device; }

}  // namespace tt::emulator
