#include "tt/kernels/cuda/block_pool.h"

#include <iterator>

namespace tt::cuda {

bool BlockPool::Smaller::operator()(const Block* a, const Block* b) const {
  if (a->stream != b->stream) return a->stream < b->stream;
  if (a->bytes != b->bytes) return a->bytes < b->bytes;
  return a->data < b->data;
}

Block* BlockPool::take(size_t bytes, CUstream stream) {
  bool is_small = bytes <= kSmallRequest;
  Block least{nullptr, bytes, 0, stream, is_small, false, {}};
  auto found = free_[is_small].lower_bound(&least);
  if (found == free_[is_small].end() || (*found)->stream != stream) return nullptr;
  Block* block = *found;
  free_[is_small].erase(found);
  return cut(block, bytes);
}

Block* BlockPool::cut(Block* block, size_t bytes) {
  size_t rest = block->bytes - bytes;
  if (block->is_exact || rest < (block->is_small ? kBlockStep : kSmallRequest + 1)) return block;
  auto* behind =
      new Block{block->data + bytes, rest, block->device, block->stream, block->is_small, false, {}};
  behind->before = block;
  behind->after = block->after;
  if (behind->after) behind->after->before = behind;
  block->after = behind;
  block->bytes = bytes;
  free_[block->is_small].insert(behind);
  return block;
}

void BlockPool::put(Block* block) {
  Free& free = free_[block->is_small];
  // A block that waits for other streams is in no set yet.
  auto is_free = [&](Block* other) { return other && !other->in_use && free.contains(other); };
  if (is_free(block->after)) join(free, block, block->after);
  if (is_free(block->before)) {
    block = block->before;
    free.erase(block);
    join(free, block, block->after);
  }
  free.insert(block);
}

void BlockPool::join(Free& free, Block* front, Block* behind) {
  free.erase(behind);
  front->bytes += behind->bytes;
  front->after = behind->after;
  if (front->after) front->after->before = front;
  delete behind;
}

std::vector<Block*> BlockPool::whole_segments() {
  std::vector<Block*> whole;
  for (Free& free : free_) {
    for (auto it = free.begin(); it != free.end();) {
      Block* block = *it;
      bool is_whole = !block->before && !block->after;
      if (is_whole) whole.push_back(block);
      it = is_whole ? free.erase(it) : std::next(it);
    }
  }
  return whole;
}

}  // namespace tt::cuda
