// Memory for the time of a call, from the caching allocator. Part of runs.
#pragma once

#include "tt/core/base/allocator.h"

namespace tt::kernels {

class Scratch {
 public:
  Scratch() = default;
  explicit Scratch(int64_t bytes) { allocate(bytes); }
  ~Scratch() {
    if (data_) cpu::deallocate(data_, bytes_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // Once.
  char* allocate(int64_t bytes) {
    bytes_ = static_cast<size_t>(bytes);
    data_ = static_cast<char*>(cpu::allocate(bytes_));
    return data_;
  }
  char* data() const { return data_; }

 private:
  size_t bytes_ = 0;
  char* data_ = nullptr;
};

}  // namespace tt::kernels
