#include "tt/kernels/cuda/emulator/check.h"

#include <string>
#include <vector>

#include "tt/kernels/cuda/emulator/block.h"
#include "tt/kernels/cuda/emulator/memory.h"
#include "tt/kernels/cuda/emulator/report.h"
#include "tt/kernels/cuda/emulator/shared.h"

namespace tt::emulator {

std::atomic<bool> checking = false;

namespace {

// A shadow byte keeps the index of the last one that was there.
std::vector<Work> works(1);
uint32_t current_work() { return static_cast<uint32_t>(works.size()) - 1; }

Shadow shared_shadow;

const char* verb(Access access) {
  return access == Access::Read ? "reads" : access == Access::Write ? "writes" : "updates";
}

// Whether something lies between an earlier access and the running thread's.
bool is_ordered(const Accessor& before, const Accessor& now) {
  if (before.block != now.block) return false;
  if (before.block_epoch != now.block_epoch) return true;
  return before.thread / kWarp == now.thread / kWarp && before.warp_epoch != now.warp_epoch;
}

bool races(const Accessor& before, const Accessor& now) {
  if (!before.present() || (before.block == now.block && before.thread == now.thread)) return false;
  return !is_ordered(before, now);
}

// Which bytes an access concerns; spelled out only for a report.
struct Place {
  size_t at, bytes, all;
  bool shared;
  std::string text() const {
    return std::to_string(bytes) + " bytes at byte " + std::to_string(at) + " of " +
           (shared ? "shared memory" : "an allocation of " + std::to_string(all) + " bytes");
  }
};

[[noreturn]] void race(const Accessor& before, Access earlier, Access access, const Place& place) {
  std::string other = before.block == linear_block() ? thread_name(before.thread)
                                                     : "a thread of block " + std::to_string(before.block);
  std::string hint = before.block != linear_block() || access == Access::Atomic || earlier == Access::Atomic
                         ? "an atomic operation"
                         : "a barrier";
  stop_kernel("race: " + running_thread() + " " + verb(access) + " " + place.text() + ", which " + other +
              " " + verb(earlier) + " in the same launch with nothing between\nhint: " + hint +
              " is missing");
}

void visit(ShadowByte& byte, const Accessor& now, Access access, const Place& place) {
  bool atomic = access == Access::Atomic;
  if (races(byte.writer, now) && !(atomic && byte.written_atomically))
    race(byte.writer, byte.written_atomically ? Access::Atomic : Access::Write, access, place);
  if (access == Access::Read) {
    // Of several readers one that is not ordered before a later writer is enough.
    if (!byte.reader.present() || byte.reader.block != now.block || is_ordered(byte.reader, now)) {
      byte.reader = now;
      byte.other_reader = {};
    } else if (byte.reader.thread != now.thread) {
      byte.other_reader = now;
    }
    return;
  }
  for (const Accessor& reader : {byte.reader, byte.other_reader}) {
    if (races(reader, now)) race(reader, Access::Read, access, place);
  }
  byte.writer = now;
  byte.written_atomically = atomic;
}

// Whether the current work comes after an earlier one, or is the same. Bytes side by side ask for the same.
bool is_over(uint32_t work) {
  static uint32_t asked = 0, asker = 0;
  static bool answer = true;
  if (work == 0 || work == current_work()) return true;
  if (asked != work || asker != current_work()) {
    asked = work;
    asker = current_work();
    answer = is_known_to_stream(works[asked].moment, works[asker].moment.stream);
  }
  return answer;
}

// What work of another stream does with the bytes, when this one does not know that it is done.
std::string order_problem(Shadow& shadow, Access access, const Place& place) {
  for (size_t i = 0; i < place.bytes; ++i) {
    const ShadowByte& byte = shadow.at(place.at + i);
    for (uint32_t earlier : {byte.work, byte.other_work}) {
      bool wrote = earlier == byte.work && byte.writer.present();
      bool meets = wrote || access != Access::Read;
      if (meets && !is_over(earlier))
        return std::string(verb(access)) + " " + place.text() + ", which " + works[earlier].name +
               " on another stream " + verb(wrote ? Access::Write : Access::Read) +
               ", and neither waits for the other\nhint: stream.wait_stream(other), or an event";
    }
  }
  return {};
}

void note_use(Allocation& allocation) {
  const Work& now = works.back();
  for (Work& user : allocation.users) {
    if (user.moment.stream != now.moment.stream) continue;
    user = now;
    return;
  }
  allocation.users.push_back(now);
}

void check_shared(const void* address, size_t bytes, Access access) {
  std::string problem = shared_bounds_problem(address, bytes);
  if (!problem.empty())
    stop_kernel(running_thread() + " " + verb(access) + " " + std::to_string(bytes) + " bytes " + problem);
  size_t at = shared_offset(address);
  Place place{at, bytes, 0, true};
  Accessor now{linear_block(), here->linear, block_epoch(), warp_epoch(here->linear)};
  for (size_t i = 0; i < bytes; ++i) {
    ShadowByte& byte = shared_shadow.of_current_work(at + i);
    if (access == Access::Read && !byte.writer.present())
      stop_kernel(running_thread() + " reads " + place.text() +
                  ", which no thread has written\nhint: a barrier is missing, or the write");
    visit(byte, now, access, place);
  }
}

void check_global(const void* address, size_t bytes, Access access) {
  Allocation* allocation = allocation_at(address);
  std::string problem = device_bounds_problem(allocation, address, bytes);
  if (!problem.empty()) {
    stop_kernel(running_thread() + " " + verb(access) + " " + std::to_string(bytes) +
                " bytes of device memory " + problem);
  }
  size_t at = static_cast<size_t>(static_cast<const char*>(address) - allocation->start);
  note_use(*allocation);
  Accessor now{linear_block(), here->linear, block_epoch(), warp_epoch(here->linear)};
  Place place{at, bytes, allocation->bytes, false};
  std::string unordered = order_problem(allocation->shadow, access, place);
  if (!unordered.empty()) stop_kernel("order: " + running_thread() + " " + unordered);
  for (size_t i = 0; i < bytes; ++i) visit(allocation->shadow.of_current_work(at + i), now, access, place);
}

}  // namespace

ShadowByte& Shadow::at(size_t offset) {
  if (bytes_.size() <= offset) bytes_.resize(offset + 1);
  return bytes_[offset];
}

ShadowByte& Shadow::of_current_work(size_t offset) {
  ShadowByte& byte = at(offset);
  if (byte.work != current_work()) {
    const uint32_t latest = is_over(byte.work) ? 0 : byte.work,
                   earlier = is_over(byte.other_work) ? 0 : byte.other_work;
    byte = {};
    byte.work = current_work();
    byte.other_work = latest ? latest : earlier;
  }
  return byte;
}

void Shadow::forget() { bytes_.clear(); }

void begin_work_checks(const Work& work) {
  if (checking) works.push_back(work);
}

void check_range(const void* address, size_t bytes, Access access) {
  if (!checking || bytes == 0 || !is_device_memory(address)) return;
  Allocation* allocation = allocation_at(address);
  const std::string name = works.back().name;
  std::string problem = device_bounds_problem(allocation, address, bytes);
  if (!problem.empty())
    return report(name + " " + verb(access) + " " + std::to_string(bytes) + " bytes of device memory " +
                  problem);
  note_use(*allocation);
  size_t at = static_cast<size_t>(static_cast<const char*>(address) - allocation->start);
  std::string unordered = order_problem(allocation->shadow, access, {at, bytes, allocation->bytes, false});
  if (!unordered.empty()) report("order: " + name + " " + unordered);
  for (size_t i = 0; i < bytes; ++i) {
    ShadowByte& byte = allocation->shadow.of_current_work(at + i);
    (access == Access::Read ? byte.reader : byte.writer) = Accessor{0, 0, 0, 0};
  }
}

void check_release(const void* address, uint32_t stream) {
  const Allocation* allocation = checking ? allocation_at(address) : nullptr;
  if (!allocation) return;
  for (const Work& user : allocation->users) {
    if (is_known_to_stream(user.moment, stream) || is_known_to_host(user.moment)) continue;
    return report(
        "order: memory of " + std::to_string(allocation->bytes) +
        " bytes goes away, and may be given to another tensor, while " + user.name +
        " on another stream uses it\nhint: tensor.record_stream(stream), or stream.wait_stream(other) before");
  }
}

void forget_shared_accesses() { shared_shadow.forget(); }

void check_access(const void* address, size_t bytes, Access access, size_t alignment) {
  if (!here || !(is_shared(address) || is_device_memory(address))) return;
  if (reinterpret_cast<uintptr_t>(address) % alignment)
    stop_kernel(
        "misaligned address: " + running_thread() + " " + verb(access) + " " + std::to_string(bytes) +
        " bytes at once, of a type aligned to " + std::to_string(alignment) +
        " or more, at an address that is not\nhint: one element at a time, where the memory is not aligned");
  if (is_shared(address))
    check_shared(address, bytes, access);
  else
    check_global(address, bytes, access);
}

void note_atomic(const void* address, size_t bytes) {
  if (checking) check_access(address, bytes, Access::Atomic);
}

}  // namespace tt::emulator
