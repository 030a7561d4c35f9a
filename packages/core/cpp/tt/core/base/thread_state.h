// All state that belongs to a thread, in one struct reached by one fs-relative load.
#pragma once

#include <cstdint>

#include "tt/core/base/dtype.h"
#include "tt/core/base/key_set.h"

namespace tt {

class TraceSink;

// Blocks of one size that were freed in this thread, linked through their first word.
struct FreeList {
  void* head = nullptr;
  uint32_t count = 0;

  void* pop() {
    void* block = head;
    if (block) {
      head = *static_cast<void**>(block);
      --count;
    }
    return block;
  }
  void push(void* block) {
    *static_cast<void**>(block) = head;
    head = block;
    ++count;
  }
};

inline constexpr int kSmallClassCount = 21;  // see allocator.h

struct ThreadState {
  KeySet include;
  KeySet exclude;
  TraceSink* trace = nullptr;
  bool in_parallel_region = false;
  bool caches_open = false;  // from the thread's first slow allocation or free until it ends
  FreeList tensors;
  FreeList storages;
  FreeList small_blocks[kSmallClassCount];
};

extern TT_API constinit thread_local ThreadState thread_state __attribute__((tls_model("initial-exec")));

// Keys that are added to, or taken from, every call in this thread while the guard lives.
class IncludeGuard {
 public:
  explicit IncludeGuard(KeySet keys) : saved_(thread_state.include) { thread_state.include = saved_ | keys; }
  ~IncludeGuard() { thread_state.include = saved_; }
  IncludeGuard(const IncludeGuard&) = delete;
  IncludeGuard& operator=(const IncludeGuard&) = delete;

 private:
  KeySet saved_;
};

class ExcludeGuard {
 public:
  explicit ExcludeGuard(KeySet keys) : saved_(thread_state.exclude) { thread_state.exclude = saved_ | keys; }
  ~ExcludeGuard() { thread_state.exclude = saved_; }
  ExcludeGuard(const ExcludeGuard&) = delete;
  ExcludeGuard& operator=(const ExcludeGuard&) = delete;

 private:
  KeySet saved_;
};

// Gradient recording is on unless the Autograd key is excluded: no_grad is that and no more.
inline bool grad_enabled() { return !thread_state.exclude.has(Key::Autograd); }

}  // namespace tt
