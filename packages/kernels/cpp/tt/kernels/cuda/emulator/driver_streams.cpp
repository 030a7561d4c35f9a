// The driver's interface over the emulator: streams and events. Their work is done already; what is kept is who waited
// for whom, Note [Emulated order] in order.h.
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "tt/kernels/cuda/emulator/contexts.h"
#include "tt/kernels/cuda/emulator/driver.h"
#include "tt/kernels/cuda/emulator/order.h"

namespace tt::cuda {

struct CUstream_st {
  int device;
  uint32_t number;
};
struct CUevent_st {
  int device;
  emulator::Mark mark;
};

}  // namespace tt::cuda

namespace tt::emulator {
namespace {

using namespace tt::cuda;

// The handles that are alive. A destroyed one is refused, where a driver would do what it likes.
template <class T>
class Handles {
 public:
  T* add(T made) {
    std::lock_guard lock(mutex_);
    T* handle = new T(made);
    devices_[handle] = made.device;
    return handle;
  }
  bool remove(T* handle) {
    std::lock_guard lock(mutex_);
    if (!devices_.erase(handle)) return false;
    delete handle;
    return true;
  }
  // The device that it is of; -1 when it is not alive.
  int device_of(T* handle) {
    std::lock_guard lock(mutex_);
    auto found = devices_.find(handle);
    return found == devices_.end() ? -1 : found->second;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<T*, int> devices_;
};

template <class T>
Handles<T>& handles() {
  static auto* all = new Handles<T>;  // tensors may outlive statics
  return *all;
}

// Events may be asked from any context.
bool is_alive(CUevent event) { return handles<CUevent_st>().device_of(event) >= 0; }

// 1 and 2 are the driver's names for the null stream of the context and of the thread.
bool is_null(CUstream stream) { return reinterpret_cast<uintptr_t>(stream) <= 2; }

CUresult answer(bool has_passed) {
  if (CUresult failed = finished()) return failed;
  return has_passed ? kSuccess : kNotReady;
}

}  // namespace

bool is_usable(CUstream stream) {
  return is_null(stream) || handles<CUstream_st>().device_of(stream) == current_device();
}

uint32_t number_of(CUstream stream) {
  return is_null(stream) ? static_cast<uint32_t>(current_device()) : stream->number;
}

}  // namespace tt::emulator

using namespace tt::emulator;
using namespace tt::cuda;

TT_ENTRY cuStreamCreateWithPriority(CUstream* stream, unsigned, int) {
  return in_context([&] {
    *stream = handles<CUstream_st>().add({current_device(), add_stream()});
    return kSuccess;
  });
}
TT_ENTRY cuStreamSynchronize(CUstream stream) {
  return in_context([&] {
    if (!is_usable(stream)) return kInvalidHandle;
    let_host_wait(clock_of(number_of(stream)));
    return finished();
  });
}
TT_ENTRY cuStreamQuery(CUstream stream) {
  return in_context([&] {
    if (!is_usable(stream)) return kInvalidHandle;
    return answer(is_done(number_of(stream)));
  });
}
// The event may be of another device.
TT_ENTRY cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  return in_context([&] {
    if (!is_usable(stream) || !is_alive(event)) return kInvalidHandle;
    let_stream_wait(number_of(stream), event->mark.clock());
    return kSuccess;
  });
}
TT_ENTRY cuEventCreate(CUevent* event, unsigned) {
  return in_context([&] {
    *event = handles<CUevent_st>().add({current_device(), {}});
    return kSuccess;
  });
}
TT_ENTRY cuEventDestroy_v2(CUevent event) {
  return in_context([&] { return handles<CUevent_st>().remove(event) ? kSuccess : kInvalidHandle; });
}
TT_ENTRY cuEventRecord(CUevent event, CUstream stream) {
  return in_context([&] {
    if (!is_usable(stream) || handles<CUevent_st>().device_of(event) != current_device())
      return kInvalidHandle;
    event->mark.set(number_of(stream));
    return kSuccess;
  });
}
TT_ENTRY cuEventQuery(CUevent event) {
  return in_context([&] { return is_alive(event) ? answer(event->mark.has_passed()) : kInvalidHandle; });
}
TT_ENTRY cuEventSynchronize(CUevent event) {
  return in_context([&] {
    if (!is_alive(event)) return kInvalidHandle;
    let_host_wait(event->mark.clock());
    return finished();
  });
}
TT_ENTRY cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return in_context([&] {
    if (!is_alive(start) || !is_alive(end)) return kInvalidHandle;
    if (!start->mark.has_passed() || !end->mark.has_passed()) return kNotReady;
    *milliseconds = start->mark.milliseconds_until(end->mark);
    return kSuccess;
  });
}
