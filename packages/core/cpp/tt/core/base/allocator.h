// Where the bytes of a storage come from: the interface that a device implements, and the
// caching CPU allocator.
//
// Note [CPU caching]
// A page fault costs more than an addition, so freed memory is kept.
//   1. Up to 64 KiB: 21 size classes (64, 96, 128, 192, ... bytes), a list a class and thread,
//      no lock. Hits are inline here.
//   2. Above: classes in quarter steps of a power of two, shared by all threads, under a mutex.
//   3. From 2 MiB: aligned to huge pages, which the kernel is asked for.
//   4. Cached bytes stay below a limit (half of the memory by default); what exceeds it goes back.
//   5. A thread's lists are freed when it ends; until its first slow call here it keeps none.
// Sanitizer builds (TT_EXACT_ALLOC) skip all caches, since a cache hides an access out of bounds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tt/core/base/device.h"
#include "tt/core/base/thread_state.h"

namespace tt {

class Storage;

class TT_API Allocator {
 public:
  virtual ~Allocator() = default;
  // Throws OutOfMemory with the size. `bytes` is positive; `index` says which device of its type.
  virtual void* allocate(size_t bytes, int index) = 0;
  // `bytes` is what was asked for.
  virtual void deallocate(void* data, size_t bytes, int index) noexcept = 0;
  // The device that the type's name without an index means now; -1 where it is the only one and has no number.
  virtual int current_index() { return -1; }
  // Copies between memory of this allocator and memory of this one or of the CPU. Returns when the CPU's may be
  // read or written again; with `non_blocking` as soon as the copy is on its way, where the CPU's memory allows it.
  virtual void copy(void* to, Device to_device, const void* from, Device from_device, size_t bytes,
                    bool non_blocking);
  // Memory of the CPU that allows it; null where there is no such.
  virtual Storage* host_storage(int64_t bytes);
};

// The allocator of a device type; null while none is registered.
TT_API Allocator* allocator(DeviceType type);
TT_API void set_allocator(DeviceType type, Allocator* allocator);

namespace cpu {

inline constexpr size_t kSmallLimit = 64 * 1024;
inline constexpr uint32_t kBlocksPerClass = 256;  // kept a class and thread, while they are small

inline int small_class(size_t bytes) {
  if (bytes <= 64) return 0;
  int power = 63 - __builtin_clzll(bytes - 1);
  return (power - 6) * 2 + (bytes > (size_t{3} << (power - 1)) ? 2 : 1);
}

inline size_t small_class_bytes(int index) {
  size_t base = size_t{64} << (index / 2);
  return index % 2 ? base + base / 2 : base;
}

TT_API void* allocate_slow(size_t bytes);
TT_API void deallocate_slow(void* data, size_t bytes) noexcept;

inline void* allocate(size_t bytes) {
#ifndef TT_EXACT_ALLOC
  if (TT_LIKELY(bytes <= kSmallLimit)) {
    if (void* block = thread_state.small_blocks[small_class(bytes)].pop()) return block;
  }
#endif
  return allocate_slow(bytes);
}

inline void deallocate(void* data, size_t bytes) noexcept {
#ifndef TT_EXACT_ALLOC
  if (TT_LIKELY(bytes <= kSmallLimit)) {
    int index = small_class(bytes);
    FreeList& list = thread_state.small_blocks[index];
    // A class keeps at most 1 MiB a thread.
    uint32_t limit = index < 13 ? kBlocksPerClass : kBlocksPerClass >> ((index - 11) / 2);
    if (TT_LIKELY(list.count < limit && thread_state.caches_open)) {
      list.push(data);
      return;
    }
  }
#endif
  deallocate_slow(data, bytes);
}

struct CacheStats {
  uint64_t allocated_bytes = 0;  // in live large blocks, with what rounding adds
  uint64_t cached_bytes = 0;     // free, kept
  uint64_t limit_bytes = 0;
};
TT_API CacheStats cache_stats();
TT_API void set_cache_limit(uint64_t bytes);
// Gives back what this thread and the shared classes keep.
TT_API void empty_cache();

}  // namespace cpu
}  // namespace tt
