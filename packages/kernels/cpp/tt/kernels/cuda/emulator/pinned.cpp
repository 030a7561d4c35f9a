#include "tt/kernels/cuda/emulator/pinned.h"

#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <string>

#include "tt/kernels/cuda/emulator/report.h"

namespace tt::emulator {
namespace {

struct PinnedCopy {
  const char* begin;
  const char* end;
  bool writes;
  Moment moment;
};

struct Pinned {
  std::mutex mutex;
  std::map<const char*, size_t> blocks;
  std::vector<PinnedCopy> copies;
};

Pinned& pinned() {
  static auto* only = new Pinned;  // tensors may outlive statics
  return *only;
}

uintptr_t page_of(const void* address) {
  static const auto size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  return reinterpret_cast<uintptr_t>(address) / size * size;
}

void protect(const char* begin, const char* end, int protection) {
  uintptr_t first = page_of(begin);
  mprotect(reinterpret_cast<void*>(first), reinterpret_cast<uintptr_t>(end) - first, protection);
}

// The pages of those that may be under way; what writes comes last, since it is the stricter one.
void protect_all() {
  for (bool writes : {false, true}) {
    for (const PinnedCopy& copy : pinned().copies) {
      if (copy.writes == writes) protect(copy.begin, copy.end, writes ? PROT_NONE : PROT_READ);
    }
  }
}

bool contains(const void* address) {
  auto* at = static_cast<const char*>(address);
  auto behind = pinned().blocks.upper_bound(at);
  if (behind == pinned().blocks.begin()) return false;
  auto [begin, bytes] = *std::prev(behind);
  return at < begin + bytes;
}

}  // namespace

void* allocate_pinned(size_t bytes) {
  void* made = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (made == MAP_FAILED) return nullptr;
  std::lock_guard lock(pinned().mutex);
  pinned().blocks[static_cast<char*>(made)] = bytes;
  return made;
}

bool free_pinned(void* address) {
  std::lock_guard lock(pinned().mutex);
  auto found = pinned().blocks.find(static_cast<char*>(address));
  if (found == pinned().blocks.end()) return false;
  munmap(address, found->second);
  pinned().blocks.erase(found);
  return true;
}

HostAccess::HostAccess(const void* host, size_t bytes, bool writes, const Moment& moment)
    : begin_(static_cast<const char*>(host)), end_(begin_ + bytes), writes_(writes), moment_(moment) {
  std::lock_guard lock(pinned().mutex);
  is_pinned_ = contains(host);
  if (!is_pinned_) return;
  for (const PinnedCopy& copy : pinned().copies) {
    bool meets = copy.begin < end_ && begin_ < copy.end && (copy.writes || writes);
    if (meets && !is_known_to_stream(copy.moment, moment.stream)) {
      report(std::string("copy ") + (writes ? "writes" : "reads") +
             " pinned memory that a copy on another stream " + (copy.writes ? "writes" : "reads") +
             ", and neither waits for the other\nhint: stream.wait_stream(other)");
    }
  }
  protect(begin_, end_, PROT_READ | PROT_WRITE);
}

HostAccess::~HostAccess() {
  if (!is_pinned_) return;
  std::lock_guard lock(pinned().mutex);
  pinned().copies.push_back({begin_, end_, writes_, moment_});
  protect_all();
}

void settle_pinned_copies() {
  std::lock_guard lock(pinned().mutex);
  bool changed = std::erase_if(pinned().copies, [](const PinnedCopy& copy) {
    if (!is_known_to_host(copy.moment)) return false;
    protect(copy.begin, copy.end, PROT_READ | PROT_WRITE);
    return true;
  });
  if (changed) protect_all();
}

bool is_under_way(const void* address, bool* goes_on) {
  *goes_on = false;
  if (!contains(address)) return false;
  auto* at = static_cast<const char*>(address);
  for (const PinnedCopy& copy : pinned().copies) {
    if (copy.begin <= at && at < copy.end) return true;
  }
  protect(at, at + 1, PROT_READ | PROT_WRITE);
  *goes_on = true;
  return false;
}

}  // namespace tt::emulator
