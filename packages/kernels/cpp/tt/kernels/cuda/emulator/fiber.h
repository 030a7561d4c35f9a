// Fibers: stacks that one OS thread switches between by hand. On x86-64 a switch saves what the ABI says a call
// keeps, and no more (ucontext, which other machines use, also saves the signal mask by a system call).
#pragma once

#include <cstddef>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

#include "tt/kernels/cuda/emulator/sanitizers.h"

namespace tt::emulator {

class Fiber {
 public:
  // The stack of the caller of `switch_to`; has none of its own.
  Fiber();
  // Runs `body` when it is first switched to. `body` never returns.
  explicit Fiber(void (*body)());
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Begins anew, whatever the fiber was doing.
  void restart();
  // Goes on in `next`; returns when somebody switches back.
  void switch_to(Fiber& next);

 private:
  static constexpr size_t kStackBytes = 128 * 1024;
  static void begin();
  void jump_to(Fiber& next);

  void (*body_)() = nullptr;
  char* stack_ = nullptr;  // below it lies a page that nobody may touch
  WatchedStack watched_;
#if defined(__x86_64__)
  void* stack_pointer_ = nullptr;
#else
  ucontext_t context_;
#endif
};

}  // namespace tt::emulator
