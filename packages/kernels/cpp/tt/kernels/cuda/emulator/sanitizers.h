// What AddressSanitizer and ThreadSanitizer have to be told of an emulated device: that a stack was changed by hand, and
// which bytes are nobody's. Nothing in other builds.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace tt::emulator {

#if defined(__SANITIZE_ADDRESS__)

inline void forbid(const void* start, size_t bytes) { __asan_poison_memory_region(start, bytes); }
inline void allow(const void* start, size_t bytes) { __asan_unpoison_memory_region(start, bytes); }

// A stack, as a sanitizer knows it.
class WatchedStack {
 public:
  void begin(const void* stack, size_t bytes) {
    allow(stack, bytes);  // of the frames that were left there
    stack_ = stack;
    bytes_ = bytes;
    kept_ = nullptr;
  }
  void end() {}
  // Before this stack is left for `next`, and after somebody came back from `left`.
  void leave(const WatchedStack& next) { __sanitizer_start_switch_fiber(&kept_, next.stack_, next.bytes_); }
  void arrive(WatchedStack& left) { __sanitizer_finish_switch_fiber(kept_, &left.stack_, &left.bytes_); }

 private:
  const void* stack_ = nullptr;
  size_t bytes_ = 0;
  void* kept_ = nullptr;
};

#elif defined(__SANITIZE_THREAD__)

inline void forbid(const void*, size_t) {}
inline void allow(const void*, size_t) {}

class WatchedStack {
 public:
  void begin(const void*, size_t) {
    end();
    own_ = fiber_ = __tsan_create_fiber(0);
  }
  void end() {
    if (own_) __tsan_destroy_fiber(own_);
  }
  void leave(const WatchedStack& next) {
    if (!own_) fiber_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(next.fiber_, 0);
  }
  void arrive(WatchedStack&) {}

 private:
  void* own_ = nullptr;
  void* fiber_ = nullptr;
};

#else

inline void forbid(const void*, size_t) {}
inline void allow(const void*, size_t) {}

class WatchedStack {
 public:
  void begin(const void*, size_t) {}
  void end() {}
  void leave(const WatchedStack&) {}
  void arrive(WatchedStack&) {}
};

#endif

}  // namespace tt::emulator
