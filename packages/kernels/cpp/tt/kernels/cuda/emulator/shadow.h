// What is remembered of each byte that a launch touches; see Note [Watched accesses] in check.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tt::emulator {

struct Accessor {
  int block = -1, thread = -1;
  int block_epoch = 0, warp_epoch = 0;
  bool present() const { return block >= 0; }
};

struct ShadowByte {
  uint32_t launch = 0;
  bool written_atomically = false;
  Accessor writer, reader, other_reader;
};

class Shadow {
 public:
  // Of this launch: what an earlier one did is forgotten.
  ShadowByte& at(size_t offset, uint32_t launch);
  void forget();

 private:
  std::vector<ShadowByte> bytes_;
};

}  // namespace tt::emulator
