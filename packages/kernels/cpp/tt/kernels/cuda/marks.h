// What streams have been given up to a moment, as events: memory that they use is free when all have passed.
#pragma once

#include <vector>

#include "tt/kernels/cuda/device.h"

namespace tt::cuda {

class Marks {
 public:
  // Marks where each of the streams is now.
  explicit Marks(const std::vector<DeviceStream>& streams);

  // Whether all have passed. With `wait` they have.
  bool passed(bool wait);

 private:
  struct DeviceEvent {
    int device;
    CUevent event;
  };
  std::vector<DeviceEvent> events_;  // those that have not
};

}  // namespace tt::cuda
