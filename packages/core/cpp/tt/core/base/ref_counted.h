// Reference counts that start at 1, and the smart pointer over them. Releasing the last
// reference tests for 1 with a plain load first, which saves the locked instruction.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "tt/core/base/macros.h"

namespace tt {

class RefCount {
 public:
  void retain() { count_.fetch_add(1, std::memory_order_relaxed); }
  // True when the caller held the last reference.
  bool release() {
    if (count_.load(std::memory_order_acquire) == 1) return true;
    return count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  uint32_t count() const { return count_.load(std::memory_order_acquire); }
  void reset() { count_.store(1, std::memory_order_relaxed); }

 private:
  std::atomic<uint32_t> count_{1};
};

// T has `retain(T*)` and `release(T*)` found by argument-dependent lookup.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  static Ref steal(T* pointer) {
    Ref ref;
    ref.pointer_ = pointer;
    return ref;
  }
  static Ref share(T* pointer) {
    if (pointer) retain(pointer);
    return steal(pointer);
  }
  Ref(const Ref& other) : pointer_(other.pointer_) {
    if (pointer_) retain(pointer_);
  }
  Ref(Ref&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }
  ~Ref() {
    if (pointer_) release(pointer_);
  }
  T* get() const { return pointer_; }
  T* operator->() const { return pointer_; }
  T& operator*() const { return *pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }
  [[nodiscard]] T* give() { return std::exchange(pointer_, nullptr); }

 private:
  T* pointer_ = nullptr;
};

}  // namespace tt
