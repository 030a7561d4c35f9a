// What is remembered of each byte that a launch or a copy touches; see Note [Watched accesses] in check.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tt/kernels/cuda/emulator/order.h"

namespace tt::emulator {

// A launch, a copy or a product of matrices. `name` is never freed.
struct Work {
  Moment moment;
  const char* name;
};

struct Accessor {
  int block = -1, thread = -1;
  int block_epoch = 0, warp_epoch = 0;
  bool present() const { return block >= 0; }
};

struct ShadowByte {
  uint32_t work = 0;        // by which the rest was seen
  uint32_t other_work = 0;  // an earlier reader, of another stream, that it did not wait for
  bool written_atomically = false;
  Accessor writer, reader, other_reader;
};

class Shadow {
 public:
  // As the last work left it.
  ShadowByte& at(size_t offset);
  // Of the current work: what an earlier one did is forgotten.
  ShadowByte& of_current_work(size_t offset);
  void forget();

 private:
  std::vector<ShadowByte> bytes_;
};

}  // namespace tt::emulator
