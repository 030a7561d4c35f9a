// The emulated devices' memory: for each a reserved range of addresses, which the host may not touch while no kernel and
// no copy of the device runs. Every allocation ends in front of a page that nobody may touch.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tt/kernels/cuda/emulator/shadow.h"

namespace tt::emulator {

struct Allocation {
  char* start;
  size_t bytes;
  char* pages;        // where its pages begin
  size_t page_bytes;  // the page behind it not counted
  Shadow shadow;
  std::vector<Work> users;  // the last one of each stream
};

// Null when the emulated device is full.
void* allocate_memory(int device, size_t bytes);
// False when nothing was allocated there.
bool free_memory(void* address);
void memory_info(int device, size_t* free_bytes, size_t* total_bytes);

// -1 of the host's memory.
int device_of(const void* address);
inline bool is_device_memory(const void* address) { return device_of(address) >= 0; }
// The allocation that an address lies in or, of those below it, the next; null when there is none.
Allocation* allocation_at(const void* address);
// Nothing when the bytes are the allocation's, else how far off they are.
std::string device_bounds_problem(const Allocation* allocation, const void* address, size_t bytes);

// While one lives, the device's memory can be touched. They nest; one of the host (-1) does nothing.
class DeviceAccess {
 public:
  explicit DeviceAccess(int device);
  ~DeviceAccess();
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;

 private:
  int device_;
};

}  // namespace tt::emulator
