#include "tt/kernels/cuda/allocator.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/segments.h"

namespace tt::cuda {
namespace {

constexpr size_t kStep = 512;
constexpr size_t kSmall = size_t{1} << 20;
constexpr size_t kSmallSegment = size_t{2} << 20;
constexpr size_t kLargeSegment = size_t{20} << 20;

size_t round_up(size_t bytes, size_t step) { return (bytes + step - 1) / step * step; }

size_t segment_bytes(size_t bytes) {
  if (bytes <= kSmall) return kSmallSegment;
  return bytes <= kLargeSegment / 2 ? kLargeSegment : round_up(bytes, kSmallSegment);
}

struct Block {
  char* data;
  size_t bytes;
  int device;
  CUstream stream;
  bool is_small, is_exact, in_use;
  Segment segment;              // of the first block of it
  Block *before, *after;        // in the segment
  std::vector<CUstream> users;  // other streams
};

struct Smaller {
  bool operator()(const Block* a, const Block* b) const {
    if (a->stream != b->stream) return a->stream < b->stream;
    if (a->bytes != b->bytes) return a->bytes < b->bytes;
    return a->data < b->data;
  }
};

// A block that waits for what other streams do with it.
struct Parting {
  Block* block;
  std::vector<CUevent> events;
};

struct DevicePools {
  std::set<Block*, Smaller> free[2];  // large, small
  MemoryStats stats;
};

class Caching {
 public:
  void* allocate(size_t bytes, int device) {
    TT_CHECK(bytes <= size_t{1} << 47, OutOfMemory, "cannot allocate ", bytes, " bytes on cuda:", device);
    DeviceGuard guard(device);
    bool exact = driver().emulator_checks && driver().emulator_checks(-1);
    size_t rounded = exact ? bytes : round_up(bytes, kStep);
    CUstream stream = current_stream(device);
    {
      std::lock_guard lock(mutex_);
      let_go(false);
      if (Block* found = exact ? nullptr : take(rounded, device, stream)) return use(found);
    }
    // Without the lock: the source may run Python, which may free tensors.
    size_t wanted = exact ? rounded : segment_bytes(rounded);
    Segment segment = take_segment(wanted, stream);
    if (!segment.data) {
      empty_cache();
      segment = take_segment(wanted, stream);
    }
    if (!segment.data && !exact && wanted > round_up(rounded, kSmallSegment)) {
      wanted = round_up(rounded, kSmallSegment);
      segment = take_segment(wanted, stream);
    }
    if (!segment.data) out_of_memory(bytes, device);
    std::lock_guard lock(mutex_);
    auto* block = new Block{static_cast<char*>(segment.data),
                            wanted,
                            device,
                            stream,
                            rounded <= kSmall,
                            exact,
                            false,
                            segment,
                            nullptr,
                            nullptr,
                            {}};
    grow(pools_[device].stats.reserved_bytes, pools_[device].stats.max_reserved_bytes,
         static_cast<int64_t>(wanted));
    return use(cut(block, rounded));
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
      pools_[block->device].stats.allocated_bytes -= static_cast<int64_t>(block->bytes);
      if (block->users.empty())
        leaving = release(block);
      else
        part(block);
    }
    for (const Segment& segment : leaving) give_back(segment);
  }

  void record(void* data, CUstream stream) {
    std::lock_guard lock(mutex_);
    auto found = in_use_.find(data);
    TT_CHECK(found != in_use_.end(), Value, "record_stream: the memory is not of tt's CUDA allocator");
    Block& block = *found->second;
    bool known = stream == block.stream || std::ranges::find(block.users, stream) != block.users.end();
    if (!known) block.users.push_back(stream);
  }

  void empty() {
    std::vector<Segment> leaving;
    {
      std::lock_guard lock(mutex_);
      let_go(true);
      for (DevicePools& pools : pools_) {
        for (auto& free : pools.free) {
          for (auto it = free.begin(); it != free.end();) {
            Block* block = *it;
            bool whole = !block->before && !block->after;
            it = whole ? free.erase(it) : std::next(it);
            if (!whole) continue;
            pools.stats.reserved_bytes -= static_cast<int64_t>(block->bytes);
            leaving.push_back(block->segment);
            delete block;
          }
        }
      }
    }
    for (const Segment& segment : leaving) give_back(segment);
  }

  MemoryStats stats(int device) {
    std::lock_guard lock(mutex_);
    return pools_[device].stats;
  }
  void reset_peaks(int device) {
    std::lock_guard lock(mutex_);
    MemoryStats& stats = pools_[device].stats;
    stats.max_allocated_bytes = stats.allocated_bytes;
    stats.max_reserved_bytes = stats.reserved_bytes;
  }

 private:
  static void grow(int64_t& value, int64_t& most, int64_t by) {
    value += by;
    most = std::max(most, value);
  }

  Block* take(size_t bytes, int device, CUstream stream) {
    auto& free = pools_[device].free[bytes <= kSmall];
    Block key{nullptr, bytes, device, stream, false, false, false, {}, nullptr, nullptr, {}};
    auto found = free.lower_bound(&key);
    if (found == free.end() || (*found)->stream != stream) return nullptr;
    Block* block = *found;
    free.erase(found);
    return cut(block, bytes);
  }

  // The front of `block`; what is left is free when it is worth a block.
  Block* cut(Block* block, size_t bytes) {
    size_t rest = block->bytes - bytes;
    if (block->is_exact || rest < (block->is_small ? kStep : kSmall + 1)) return block;
    auto* behind = new Block{
        block->data + bytes, rest, block->device, block->stream, block->is_small, false, false, {}, block,
        block->after,        {}};
    if (behind->after) behind->after->before = behind;
    block->after = behind;
    block->bytes = bytes;
    pools_[block->device].free[block->is_small].insert(behind);
    return block;
  }

  void* use(Block* block) {
    block->in_use = true;
    in_use_[block->data] = block;
    MemoryStats& stats = pools_[block->device].stats;
    grow(stats.allocated_bytes, stats.max_allocated_bytes, static_cast<int64_t>(block->bytes));
    return block->data;
  }

  // Makes the block free, joined with free neighbours; what goes back to the source at once is returned.
  std::vector<Segment> release(Block* block) {
    if (block->is_exact) {
      pools_[block->device].stats.reserved_bytes -= static_cast<int64_t>(block->bytes);
      Segment segment = block->segment;
      delete block;
      return {segment};
    }
    auto& free = pools_[block->device].free[block->is_small];
    auto is_free = [&](Block* other) { return other && !other->in_use && free.contains(other); };
    if (Block* behind = block->after; is_free(behind)) join(free, block, behind);
    if (Block* front = block->before; is_free(front)) {
      free.erase(front);
      join(free, front, block);
      block = front;
    }
    free.insert(block);
    return {};
  }
  static void join(std::set<Block*, Smaller>& free, Block* front, Block* behind) {
    free.erase(behind);
    front->bytes += behind->bytes;
    front->after = behind->after;
    if (front->after) front->after->before = front;
    delete behind;
  }

  void part(Block* block) {
    DeviceGuard guard(block->device);
    Parting parting{block, {}};
    for (CUstream stream : block->users) {
      CUevent event = nullptr;
      if (driver().create_event(&event, kEventDisableTiming) != kSuccess) continue;
      driver().record_event(event, stream);
      parting.events.push_back(event);
    }
    block->users.clear();
    partings_.push_back(std::move(parting));
  }

  // Frees the blocks whose other streams are done, or waits for them.
  void let_go(bool wait) {
    for (size_t i = 0; i < partings_.size();) {
      Parting& parting = partings_[i];
      bool done = std::ranges::all_of(parting.events, [&](CUevent event) {
        return (wait ? driver().synchronize_event(event) : driver().query_event(event)) != kNotReady;
      });
      if (!done) {
        ++i;
        continue;
      }
      for (CUevent event : parting.events) driver().destroy_event(event);
      for (const Segment& segment : release(parting.block)) give_back(segment);
      partings_.erase(partings_.begin() + static_cast<std::ptrdiff_t>(i));
    }
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
  DevicePools pools_[kMaxDevices];
  std::unordered_map<void*, Block*> in_use_;
  std::vector<Parting> partings_;
};

Caching& caching() {
  static auto* only = new Caching;  // tensors may outlive statics
  return *only;
}

}  // namespace

MemoryStats memory_stats(int device) { return caching().stats(device); }
void reset_peak_memory_stats(int device) { caching().reset_peaks(device); }
void empty_cache() { caching().empty(); }
void record_stream(void* data, CUstream stream) { caching().record(data, stream); }

void* allocate(size_t bytes, int device) { return caching().allocate(bytes, device); }
void deallocate(void* data) { caching().deallocate(data); }

}  // namespace tt::cuda
