#include "tt/kernels/cuda/emulator/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "tt/kernels/cuda/emulator/check.h"
#include "tt/kernels/cuda/emulator/contexts.h"
#include "tt/kernels/cuda/emulator/sanitizers.h"

namespace tt::emulator {
namespace {

// Addresses are plenty; memory is what TT_CUDA_EMULATE_MEMORY (bytes) says.
constexpr size_t kReservedBytes = size_t{64} << 30;
constexpr size_t kDefaultBytes = size_t{4} << 30;

size_t total_bytes() {
  const char* text = std::getenv("TT_CUDA_EMULATE_MEMORY");
  size_t asked = text ? std::strtoull(text, nullptr, 10) : 0;
  return asked ? asked : kDefaultBytes;
}

size_t page_size() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

struct Device {
  char* start = nullptr;
  size_t used = 0, total = total_bytes();
  std::map<char*, Allocation> allocations;  // by the end of their pages
  std::mutex mutex;
  int accesses = 0;

  Device() {
    void* memory =
        mmap(nullptr, kReservedBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) start = static_cast<char*>(memory);
  }
  // What lies in use may be touched or not; the pages between never.
  void protect(int protection) {
    for (auto& [end, allocation] : allocations) mprotect(allocation.pages, allocation.page_bytes, protection);
  }
};

Device& device_at(int index) {
  static auto* all = new Device[static_cast<size_t>(device_count())];  // tensors may outlive statics
  return all[index];
}

// The first gap that is large enough for the pages and the one behind them.
char* find_place(Device& on, size_t pages) {
  char* at = on.start;
  for (auto& [end, allocation] : on.allocations) {
    if (static_cast<size_t>(allocation.pages - at) >= pages) return at;
    at = end + page_size();
  }
  return static_cast<size_t>(on.start + kReservedBytes - at) >= pages ? at : nullptr;
}

}  // namespace

void* allocate_memory(int device, size_t bytes) {
  Device& on = device_at(device);
  std::lock_guard lock(on.mutex);
  if (!on.start || bytes == 0 || bytes > on.total - on.used) return nullptr;
  size_t page = page_size(), page_bytes = (bytes + page - 1) / page * page;
  char* pages = find_place(on, page_bytes + page);
  if (!pages) return nullptr;
  mprotect(pages, page_bytes, on.accesses ? PROT_READ | PROT_WRITE : PROT_NONE);
  // As close to the guarded page as packs of 16 bytes allow.
  char* start = checking ? pages + (page_bytes - bytes) / 256 * 256 : pages;
  forbid(pages, page_bytes);
  allow(start, bytes);
  on.allocations[pages + page_bytes] = {start, bytes, pages, page_bytes, {}, {}};
  on.used += bytes;
  return start;
}

bool free_memory(void* address) {
  int device = device_of(address);
  if (device < 0) return false;
  Device& on = device_at(device);
  std::lock_guard lock(on.mutex);
  for (auto it = on.allocations.begin(); it != on.allocations.end(); ++it) {
    Allocation& allocation = it->second;
    if (allocation.start != address) continue;
    madvise(allocation.pages, allocation.page_bytes, MADV_DONTNEED);
    mprotect(allocation.pages, allocation.page_bytes, PROT_NONE);
    on.used -= allocation.bytes;
    on.allocations.erase(it);
    return true;
  }
  return false;
}

void memory_info(int device, size_t* free_bytes, size_t* total) {
  Device& on = device_at(device);
  std::lock_guard lock(on.mutex);
  *free_bytes = on.total - on.used;
  *total = on.total;
}

int device_of(const void* address) {
  auto* at = static_cast<const char*>(address);
  for (int device = 0; device < device_count(); ++device) {
    const char* start = device_at(device).start;
    if (at >= start && at < start + kReservedBytes) return device;
  }
  return -1;
}

Allocation* allocation_at(const void* address) {
  int device = device_of(address);
  if (device < 0) return nullptr;
  Device& on = device_at(device);
  auto* at = const_cast<char*>(static_cast<const char*>(address));
  auto found = on.allocations.upper_bound(at);
  if (found != on.allocations.end() && found->second.pages <= at) return &found->second;
  return found == on.allocations.begin() ? nullptr : &std::prev(found)->second;
}

std::string device_bounds_problem(const Allocation* allocation, const void* address, size_t bytes) {
  if (!allocation) return "that was never allocated";
  auto* at = static_cast<const char*>(address);
  if (at >= allocation->start && at + bytes <= allocation->start + allocation->bytes) return {};
  std::string size = " an allocation of " + std::to_string(allocation->bytes) + " bytes";
  if (at < allocation->start) return std::to_string(allocation->start - at) + " bytes before" + size;
  return "at byte " + std::to_string(at - allocation->start) + " of" + size;
}

DeviceAccess::DeviceAccess(int device) : device_(device) {
  if (device < 0) return;
  Device& on = device_at(device);
  std::lock_guard lock(on.mutex);
  if (on.accesses++ == 0) on.protect(PROT_READ | PROT_WRITE);
}

DeviceAccess::~DeviceAccess() {
  if (device_ < 0) return;
  Device& on = device_at(device_);
  std::lock_guard lock(on.mutex);
  if (--on.accesses == 0) on.protect(PROT_NONE);
}

}  // namespace tt::emulator
