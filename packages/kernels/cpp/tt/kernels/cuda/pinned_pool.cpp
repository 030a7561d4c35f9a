#include "tt/kernels/cuda/pinned_pool.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/device.h"

namespace tt::cuda {

void* PinnedPool::allocate(size_t bytes) {
  constexpr size_t kLeast = 4096;
  TT_CHECK(bytes <= size_t{1} << 47, OutOfMemory, "cannot pin ", bytes, " bytes");
  const size_t rounded = std::bit_ceil(std::max(bytes, kLeast));
  std::lock_guard lock(mutex_);
  let_go();
  std::vector<char*>& kept = free_[rounded];
  void* data = nullptr;
  if (!kept.empty()) {
    data = kept.back();
    kept.pop_back();
  } else {
    DeviceGuard guard(current_device());
    check(driver().allocate_pinned(&data, rounded, 0), "allocating pinned memory");
  }
  auto* start = static_cast<char*>(data);
  in_use_[start] = {start, rounded, {}};
  return data;
}

void PinnedPool::deallocate(void* data) {
  std::lock_guard lock(mutex_);
  auto found = in_use_.find(static_cast<const char*>(data));
  Marks marks(found->second.users);
  partings_.push_back({std::move(found->second), std::move(marks)});
  in_use_.erase(found);
  let_go();
}

bool PinnedPool::contains(const void* address) {
  std::lock_guard lock(mutex_);
  return find(address) != nullptr;
}

bool PinnedPool::use(const void* address, const DeviceStream& stream) {
  std::lock_guard lock(mutex_);
  Block* block = find(address);
  if (!block) return false;
  if (std::ranges::find(block->users, stream) == block->users.end()) block->users.push_back(stream);
  return true;
}

PinnedPool::Block* PinnedPool::find(const void* address) {
  auto* at = static_cast<const char*>(address);
  auto behind = in_use_.upper_bound(at);
  if (behind == in_use_.begin()) return nullptr;
  Block& block = std::prev(behind)->second;
  return at < block.data + block.bytes ? &block : nullptr;
}

void PinnedPool::let_go() {
  std::erase_if(partings_, [&](Parting& parting) {
    if (!parting.marks.passed(false)) return false;
    free_[parting.block.bytes].push_back(parting.block.data);
    return true;
  });
}

}  // namespace tt::cuda
