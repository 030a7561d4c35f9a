// The driver's interface over the emulator: memory and copies, which are done before a call returns.
#include <cstring>

#include "tt/kernels/cuda/emulator/check.h"
#include "tt/kernels/cuda/emulator/contexts.h"
#include "tt/kernels/cuda/emulator/driver.h"
#include "tt/kernels/cuda/emulator/memory.h"
#include "tt/kernels/cuda/emulator/pinned.h"
#include "tt/kernels/cuda/emulator/report.h"

using namespace tt::emulator;
using namespace tt::cuda;

TT_ENTRY cuMemGetInfo_v2(size_t* free_bytes, size_t* total_bytes) {
  return in_context([&] {
    memory_info(current_device(), free_bytes, total_bytes);
    return kSuccess;
  });
}
TT_ENTRY cuMemAlloc_v2(CUdeviceptr* data, size_t bytes) {
  return in_context([&] {
    std::lock_guard lock(launching);
    void* made = allocate_memory(current_device(), bytes);
    *data = reinterpret_cast<CUdeviceptr>(made);
    return made ? kSuccess : kOutOfMemory;
  });
}
TT_ENTRY cuMemFree_v2(CUdeviceptr data) {
  return in_context([&] {
    std::lock_guard lock(launching);
    return free_memory(reinterpret_cast<void*>(data)) ? kSuccess : kInvalidValue;
  });
}
extern "C" TT_EMULATOR_API void tt_emulator_release(CUdeviceptr data, CUstream stream) {
  std::lock_guard lock(launching);
  if (is_usable(stream)) check_release(reinterpret_cast<void*>(data), number_of(stream));
}
TT_ENTRY cuMemHostAlloc(void** data, size_t bytes, unsigned) {
  return in_context([&] {
    *data = allocate_pinned(bytes);
    return *data ? kSuccess : kOutOfMemory;
  });
}
TT_ENTRY cuMemFreeHost(void* data) {
  return in_context([&] { return free_pinned(data) ? kSuccess : kInvalidValue; });
}

namespace {

CUresult copy(void* to, const void* from, size_t bytes, CUstream stream) {
  return in_context([&] {
    if (!is_usable(stream)) return kInvalidHandle;
    if (CUresult failed = finished()) return failed;
    std::lock_guard lock(launching);
    const Moment now = begin_work(number_of(stream));
    begin_work_checks({now, "a copy"});
    check_range(from, bytes, Access::Read);
    check_range(to, bytes, Access::Write);
    if (has_report()) return kSuccess;  // as a launch: a later wait tells
    HostAccess reads(from, bytes, false, now), writes(to, bytes, true, now);
    DeviceAccess target(device_of(to)), source(device_of(from));
    std::memmove(to, from, bytes);
    return kSuccess;
  });
}

}  // namespace

TT_ENTRY cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  auto* target = reinterpret_cast<void*>(to);
  return is_device_memory(target) ? copy(target, from, bytes, stream) : kInvalidValue;
}
TT_ENTRY cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  auto* source = reinterpret_cast<const void*>(from);
  return is_device_memory(source) ? copy(to, source, bytes, stream) : kInvalidValue;
}
TT_ENTRY cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  auto* source = reinterpret_cast<const void*>(from);
  return is_device_memory(source) ? cuMemcpyHtoDAsync_v2(to, source, bytes, stream) : kInvalidValue;
}
TT_ENTRY cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return copy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes, stream);
}
