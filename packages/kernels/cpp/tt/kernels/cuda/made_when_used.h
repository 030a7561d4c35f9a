// What is made when somebody first wants it, by whichever thread comes first, and kept: tables of kernels, of which a
// process without CUDA has none.
#pragma once

#include <atomic>

namespace tt::cuda {

template <class T>
class MadeWhenUsed {
 public:
  // `make()` gives a new T; of two that are made at once the second is thrown away.
  template <class Make>
  T& get(Make&& make) const {
    if (T* found = made_.load(std::memory_order_acquire)) return *found;
    T *fresh = make(), *none = nullptr;
    if (made_.compare_exchange_strong(none, fresh, std::memory_order_acq_rel)) return *fresh;
    delete fresh;
    return *none;
  }

 private:
  mutable std::atomic<T*> made_{nullptr};
};

}  // namespace tt::cuda
