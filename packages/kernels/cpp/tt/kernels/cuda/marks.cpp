#include "tt/kernels/cuda/marks.h"

namespace tt::cuda {

Marks::Marks(const std::vector<DeviceStream>& streams) {
  for (const auto& [device, stream] : streams) {
    DeviceGuard guard(device);
    CUevent event = nullptr;
    if (driver().create_event(&event, kEventDisableTiming) != kSuccess) {
      driver().synchronize_stream(stream);
      continue;
    }
    driver().record_event(event, stream);
    events_.push_back({device, event});
  }
}

bool Marks::passed(bool wait) {
  std::erase_if(events_, [&](const DeviceEvent& one) {
    DeviceGuard guard(one.device);
    // Of a failed device nothing is under way.
    CUresult code = wait ? driver().synchronize_event(one.event) : driver().query_event(one.event);
    if (code != kNotReady) driver().destroy_event(one.event);
    return code != kNotReady;
  });
  return events_.empty();
}

}  // namespace tt::cuda
