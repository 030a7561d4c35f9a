// Functions with one bug each, and right ones beside them, over what core gives to kernels: memory and parallel regions.
// Compiled as a sanitizer's preset compiles core, by test_planted_bugs.py.
#include <atomic>
#include <vector>

#include "tt/core/base/allocator.h"
#include "tt/core/base/parallel.h"

#define PLANTED extern "C" TT_API

namespace {

constexpr int64_t kCount = 1000;

char* bytes(size_t count) { return static_cast<char*>(tt::cpu::allocate(count)); }

}  // namespace

PLANTED void write_behind_memory() {
  char* data = bytes(100);
  data[100] = 1;
  tt::cpu::deallocate(data, 100);
}

PLANTED int read_freed_memory() {
  char* data = bytes(100);
  data[0] = 1;
  tt::cpu::deallocate(data, 100);
  return data[0];
}

PLANTED void lose_memory() { bytes(100); }

PLANTED int overflow_a_sum(int value) { return value + 1; }

PLANTED void use_memory() {
  char* data = bytes(100);
  data[99] = 1;
  tt::cpu::deallocate(data, 100);
}

PLANTED int64_t count_in_a_region() {
  int64_t count = 0;
  tt::parallel_for(0, kCount, 1, [&](int64_t first, int64_t last) { count += last - first; });
  return count;
}

// Before, in and after a region the same memory is used by different threads, in the order that regions give.
PLANTED int64_t add_in_regions() {
  std::vector<int64_t> values(kCount, 1);
  for (int round = 0; round < 20; ++round) {
    int64_t by = values[0];
    tt::parallel_for(0, kCount, 1 + round, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) values[kCount - 1 - i] += by;
    });
  }
  return values[kCount - 1];
}

// Writes to `*at` until somebody stops it.
namespace {
std::atomic<bool> stopped = false, begun = false;
}
PLANTED void write_on(float* at) {
  while (!stopped.load(std::memory_order_relaxed)) {
    *at += 1;
    begun.store(true, std::memory_order_relaxed);
  }
}
PLANTED void wait_for_write() {
  while (!begun.load(std::memory_order_relaxed)) {
  }
}
