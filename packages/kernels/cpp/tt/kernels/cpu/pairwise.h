// Pairwise combination of a series of partial results, in constant memory: level k of a binary counter holds
// 2^k of them combined. Part of the run of reductions; must not know what is computed.
#pragma once

#include <bit>
#include <cstring>

#include "tt/kernels/cpu/reduce_table.h"
#include "tt/kernels/cpu/scratch.h"

namespace tt::kernels {

//   Pairwise sums(loop, outputs, itemsize, how_many);
//   for (...) { write(sums.next()); sums.push(); }
//   sums.finish(result);
class Pairwise {
 public:
  Pairwise(const ReduceLoop& loop, int64_t outputs, int64_t itemsize, int64_t most)
      : loop_(loop), outputs_(outputs), width_(outputs * itemsize) {
    int64_t bytes = std::bit_width(static_cast<uint64_t>(most)) * width_;
    if (bytes <= static_cast<int64_t>(sizeof(inline_))) {
      levels_ = inline_;
    } else {
      levels_ = scratch_.allocate(bytes);
    }
  }
  Pairwise(const Pairwise&) = delete;
  Pairwise& operator=(const Pairwise&) = delete;

  // Where the next partial result is to be written: the level on which it ends up.
  char* next() { return level(std::countr_one(count_)); }
  void push() {
    int top = std::countr_one(count_);
    for (int k = 0; k < top; ++k) loop_.combine(level(top), level(k), outputs_);
    ++count_;
  }
  void finish(char* to) {
    int lowest = std::countr_zero(count_);
    for (int k = lowest + 1; count_ >> k; ++k) {
      if (count_ >> k & 1) loop_.combine(level(lowest), level(k), outputs_);
    }
    std::memcpy(to, level(lowest), static_cast<size_t>(width_));
  }

 private:
  char* level(int index) const { return levels_ + index * width_; }

  const ReduceLoop& loop_;
  int64_t outputs_, width_;
  uint64_t count_ = 0;
  char* levels_;
  Scratch scratch_;
  alignas(64) char inline_[32 * 1024];
};

}  // namespace tt::kernels
