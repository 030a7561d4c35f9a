// One device's blocks of memory: cut from segments, free ones found by stream and size, joined again with free
// neighbours. Knows no driver; who calls it holds the lock. Note [CUDA caching] in allocator.h.
#pragma once

#include <set>
#include <vector>

#include "tt/kernels/cuda/segments.h"

namespace tt::cuda {

inline constexpr size_t kBlockStep = 512;
inline constexpr size_t kSmallRequest = size_t{1} << 20;

struct Block {
  char* data;
  size_t bytes;
  int device;
  CUstream stream;
  bool is_small;
  bool is_exact;  // a segment of its own, given back as soon as it is free
  Segment segment;
  bool in_use = false;
  Block* before = nullptr;  // in the segment
  Block* after = nullptr;
  std::vector<DeviceStream> users;  // other streams
};

class BlockPool {
 public:
  // The smallest free block of the stream that is large enough, cut to size; null when there is none.
  Block* take(size_t bytes, CUstream stream);
  // The front of `block`; what is left becomes free when it is worth a block.
  Block* cut(Block* block, size_t bytes);
  // Makes a block that is no longer in use free.
  void put(Block* block);
  // Takes out the free blocks that are whole segments; the caller owns them.
  std::vector<Block*> whole_segments();

 private:
  struct Smaller {
    bool operator()(const Block* a, const Block* b) const;
  };
  using Free = std::set<Block*, Smaller>;
  static void join(Free& free, Block* front, Block* behind);

  Free free_[2];  // large, small
};

}  // namespace tt::cuda
