#include "tt/core/base/allocator.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <vector>

#include "tt/core/base/error.h"

namespace tt {
namespace {

std::atomic<Allocator*> allocators[4];

}  // namespace

Allocator* allocator(DeviceType type) {
  return allocators[static_cast<int>(type)].load(std::memory_order_acquire);
}
void set_allocator(DeviceType type, Allocator* value) {
  allocators[static_cast<int>(type)].store(value, std::memory_order_release);
}

void Allocator::copy(void* to, Device, const void* from, Device, size_t bytes, bool) {
  std::memcpy(to, from, bytes);
}
Storage* Allocator::host_storage(int64_t) { return nullptr; }

namespace cpu {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

[[maybe_unused]] size_t round_up(size_t bytes, size_t step) { return (bytes + step - 1) / step * step; }

// What is really taken from the system for a request.
size_t capacity(size_t bytes) {
#ifdef TT_EXACT_ALLOC
  return bytes;
#else
  if (bytes <= kSmallLimit) return round_up(small_class_bytes(small_class(bytes)), 64);
  size_t step = size_t{1} << (63 - __builtin_clzll(bytes - 1) - 2);
  return round_up(bytes, bytes >= kHugePage ? std::max(step, kHugePage) : step);
#endif
}

void* system_allocate(size_t bytes) {
#ifdef TT_EXACT_ALLOC
  void* data = nullptr;
  if (posix_memalign(&data, 64, bytes) != 0) return nullptr;
  return data;
#else
  size_t alignment = bytes >= kHugePage ? kHugePage : 64;
  void* data = std::aligned_alloc(alignment, bytes);
  if (data && alignment == kHugePage) madvise(data, bytes, MADV_HUGEPAGE);
  return data;
#endif
}

uint64_t default_limit() {
#ifdef TT_EXACT_ALLOC
  return 0;
#else
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) / 2;
#endif
}

// The shared classes: capacity -> free blocks. Leaked on purpose: tensors may outlive statics.
struct LargeCache {
  std::mutex mutex;
  std::map<size_t, std::vector<void*>> blocks;
  CacheStats stats{0, 0, default_limit()};

  void* take(size_t size) {
    std::lock_guard lock(mutex);
    stats.allocated_bytes += size;
    auto found = blocks.find(size);
    if (found == blocks.end() || found->second.empty()) return nullptr;
    void* block = found->second.back();
    found->second.pop_back();
    stats.cached_bytes -= size;
    return block;
  }
  bool keep(void* block, size_t size) {
    std::lock_guard lock(mutex);
    stats.allocated_bytes -= size;
    if (stats.cached_bytes + size > stats.limit_bytes) return false;
    blocks[size].push_back(block);
    stats.cached_bytes += size;
    return true;
  }
  void trim(uint64_t target) {
    std::vector<void*> freed;
    {
      std::lock_guard lock(mutex);
      for (auto it = blocks.rbegin(); it != blocks.rend(); ++it) {
        while (!it->second.empty() && stats.cached_bytes > target) {
          freed.push_back(it->second.back());
          it->second.pop_back();
          stats.cached_bytes -= it->first;
        }
      }
    }
    for (void* block : freed) std::free(block);
  }
};

LargeCache& large_cache() {
  static LargeCache* cache = new LargeCache;
  // A child forked while another thread was in here would find the mutex locked for ever.
  [[maybe_unused]] static int once = pthread_atfork(
      [] { cache->mutex.lock(); }, [] { cache->mutex.unlock(); }, [] { cache->mutex.unlock(); });
  return *cache;
}

void drain_thread_lists() {
  for (FreeList& list : thread_state.small_blocks) {
    while (void* block = list.pop()) std::free(block);
  }
  for (FreeList* list : {&thread_state.tensors, &thread_state.storages}) {
    while (void* block = list->pop()) ::operator delete(block);
  }
}

struct ThreadCaches {
#ifndef TT_EXACT_ALLOC
  ThreadCaches() { thread_state.caches_open = true; }
#endif
  ~ThreadCaches() {
    thread_state.caches_open = false;
    drain_thread_lists();
  }
};

// Lets the thread keep blocks, once: a thread that is ending stays closed.
void open_thread_caches() {
  static thread_local ThreadCaches caches;
  (void)caches;
}

[[noreturn]] void out_of_memory(size_t bytes) {
  fail(ErrorKind::OutOfMemory, "cannot allocate ", bytes, " bytes on cpu (", cache_stats().allocated_bytes,
       " in use by large tensors)");
}

}  // namespace

void* allocate_slow(size_t bytes) {
  // A request beyond the address space would overflow the rounding below.
  if (bytes > (size_t{1} << 47)) out_of_memory(bytes);
  open_thread_caches();
  size_t size = capacity(bytes);
  if (bytes > kSmallLimit) {
    if (void* block = large_cache().take(size)) return block;
  }
  void* block = system_allocate(size);
  if (!block) {
    empty_cache();
    block = system_allocate(size);
  }
  if (!block) {
    if (bytes > kSmallLimit) {
      std::lock_guard lock(large_cache().mutex);
      large_cache().stats.allocated_bytes -= size;
    }
    out_of_memory(bytes);
  }
  return block;
}

void deallocate_slow(void* data, size_t bytes) noexcept {
  if (bytes > kSmallLimit) {
    if (large_cache().keep(data, capacity(bytes))) return;
  } else {
    open_thread_caches();
  }
  std::free(data);
}

CacheStats cache_stats() {
  std::lock_guard lock(large_cache().mutex);
  return large_cache().stats;
}

void set_cache_limit(uint64_t bytes) {
  {
    std::lock_guard lock(large_cache().mutex);
    large_cache().stats.limit_bytes = bytes;
  }
  large_cache().trim(bytes);
}

void empty_cache() {
  drain_thread_lists();
  large_cache().trim(0);
}

namespace {

class CachingAllocator final : public Allocator {
 public:
  void* allocate(size_t bytes, int) override { return cpu::allocate(bytes); }
  void deallocate(void* data, size_t bytes, int) noexcept override { cpu::deallocate(data, bytes); }
};

CachingAllocator caching_allocator;
[[maybe_unused]] const bool registered = (set_allocator(DeviceType::CPU, &caching_allocator), true);

}  // namespace
}  // namespace cpu
}  // namespace tt
