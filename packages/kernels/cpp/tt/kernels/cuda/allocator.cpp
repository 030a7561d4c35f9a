#include "tt/kernels/cuda/allocator.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/block_pool.h"
#include "tt/kernels/cuda/marks.h"
#include "tt/kernels/cuda/segments.h"

namespace tt::cuda {
namespace {

constexpr size_t kSmallSegment = size_t{2} << 20;
constexpr size_t kLargeSegment = size_t{20} << 20;

size_t round_up(size_t bytes, size_t step) { return (bytes + step - 1) / step * step; }

size_t segment_bytes(size_t bytes) {
  if (bytes <= kSmallRequest) return kSmallSegment;
  return bytes <= kLargeSegment / 2 ? kLargeSegment : round_up(bytes, kSmallSegment);
}

void give_all_back(const std::vector<Segment>& segments) {
  for (const Segment& segment : segments) give_back(segment);
}

// A block that waits for what other streams do with it.
struct Parting {
  Block* block;
  Marks marks;
};

// Segments are taken and given back without the lock: their source may run Python, which may free tensors.
class Caching {
 public:
  void* allocate(size_t bytes, int device) {
    TT_CHECK(bytes <= size_t{1} << 47, OutOfMemory, "cannot allocate ", bytes, " bytes on cuda:", device);
    DeviceGuard guard(device);
    bool exact = allocations_are_exact();
    size_t rounded = exact ? bytes : round_up(bytes, kBlockStep);
    CUstream stream = current_stream(device);
    std::vector<Segment> leaving;
    Block* found = nullptr;
    {
      std::lock_guard lock(mutex_);
      leaving = let_go(false);
      if (!exact) found = pools_[device].take(rounded, stream);
      if (found) use(found);
    }
    give_all_back(leaving);
    return found ? found->data : allocate_segment(bytes, rounded, exact, device, stream);
  }

  void deallocate(void* data) {
    std::vector<Segment> leaving;
    {
      std::lock_guard lock(mutex_);
      auto found = in_use_.find(data);
      if (found == in_use_.end()) return;
      Block* block = found->second;
      in_use_.erase(found);
      block->in_use = false;
      stats_[block->device].allocated_bytes -= static_cast<int64_t>(block->bytes);
      add_user(*block, {block->device, current_stream(block->device)});
      if (block->users.empty())
        release(block, leaving);
      else
        partings_.push_back({block, Marks(std::exchange(block->users, {}))});
    }
    give_all_back(leaving);
  }

  void record(void* data, DeviceStream stream) {
    std::lock_guard lock(mutex_);
    auto found = in_use_.find(data);
    TT_CHECK(found != in_use_.end(), Value, "record_stream: the memory is not of tt's CUDA allocator");
    add_user(*found->second, stream);
  }

  void empty() {
    std::vector<Segment> leaving;
    {
      std::lock_guard lock(mutex_);
      leaving = let_go(true);
      for (BlockPool& pool : pools_) {
        for (Block* block : pool.whole_segments()) discard(block, leaving);
      }
    }
    give_all_back(leaving);
  }

  MemoryStats stats(int device) {
    std::lock_guard lock(mutex_);
    return stats_[device];
  }
  void reset_peaks(int device) {
    std::lock_guard lock(mutex_);
    stats_[device].max_allocated_bytes = stats_[device].allocated_bytes;
    stats_[device].max_reserved_bytes = stats_[device].reserved_bytes;
  }

 private:
  static void add_user(Block& block, DeviceStream stream) {
    bool known = stream == DeviceStream{block.device, block.stream} ||
                 std::ranges::find(block.users, stream) != block.users.end();
    if (!known) block.users.push_back(stream);
  }

  static void grow(int64_t& value, int64_t& most, size_t by) {
    value += static_cast<int64_t>(by);
    most = std::max(most, value);
  }

  void use(Block* block) {
    block->in_use = true;
    in_use_[block->data] = block;
    MemoryStats& stats = stats_[block->device];
    grow(stats.allocated_bytes, stats.max_allocated_bytes, block->bytes);
  }

  void* allocate_segment(size_t bytes, size_t rounded, bool exact, int device, CUstream stream) {
    size_t wanted = exact ? rounded : segment_bytes(rounded), least = round_up(rounded, kSmallSegment);
    Segment segment = take_segment(wanted, stream);
    if (!segment.data) {
      empty();
      segment = take_segment(wanted, stream);
    }
    if (!segment.data && !exact && wanted > least) segment = take_segment(wanted = least, stream);
    if (!segment.data) out_of_memory(bytes, device);
    std::lock_guard lock(mutex_);
    grow(stats_[device].reserved_bytes, stats_[device].max_reserved_bytes, wanted);
    bool is_small = rounded <= kSmallRequest;
    auto* block =
        new Block{static_cast<char*>(segment.data), wanted, device, stream, is_small, exact, segment};
    block = pools_[device].cut(block, rounded);
    use(block);
    return block->data;
  }

  void discard(Block* block, std::vector<Segment>& leaving) {
    stats_[block->device].reserved_bytes -= static_cast<int64_t>(block->bytes);
    leaving.push_back(block->segment);
    delete block;
  }

  void release(Block* block, std::vector<Segment>& leaving) {
    if (block->is_exact)
      discard(block, leaving);
    else
      pools_[block->device].put(block);
  }

  // Frees the blocks whose other streams are done, or waits for them.
  std::vector<Segment> let_go(bool wait) {
    std::vector<Segment> leaving;
    std::erase_if(partings_, [&](Parting& parting) {
      if (!parting.marks.passed(wait)) return false;
      release(parting.block, leaving);
      return true;
    });
    return leaving;
  }

  [[noreturn]] void out_of_memory(size_t bytes, int device) {
    size_t free_bytes = 0, total_bytes = 0;
    driver().memory_info(&free_bytes, &total_bytes);
    MemoryStats now = stats(device);
    fail(ErrorKind::OutOfMemory, "cuda: out of memory: tried to allocate ", bytes, " bytes on cuda:", device,
         ", which has ", free_bytes, " of ", total_bytes, " bytes free; tensors use ", now.allocated_bytes,
         " bytes, and ", now.reserved_bytes - now.allocated_bytes, " more are cached");
  }

  std::mutex mutex_;
  BlockPool pools_[kMaxDevices];
  MemoryStats stats_[kMaxDevices];
  std::unordered_map<void*, Block*> in_use_;
  std::vector<Parting> partings_;
};

Caching& caching() {
  static auto* only = new Caching;  // tensors may outlive statics
  return *only;
}

}  // namespace

void* allocate(size_t bytes, int device) { return caching().allocate(bytes, device); }
void deallocate(void* data) { caching().deallocate(data); }
MemoryStats memory_stats(int device) { return caching().stats(device); }
void reset_peak_memory_stats(int device) { caching().reset_peaks(device); }
void empty_cache() { caching().empty(); }
void record_stream(void* data, DeviceStream stream) { caching().record(data, stream); }

}  // namespace tt::cuda
