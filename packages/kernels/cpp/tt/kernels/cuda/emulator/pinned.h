// The host's pinned memory. While a copy may be under way (Note [Emulated order] in order.h) its pages are protected: those
// that it reads against writing, those that it writes against everything.
#pragma once

#include <cstddef>

#include "tt/kernels/cuda/emulator/order.h"

namespace tt::emulator {

// Null when there is no more.
void* allocate_pinned(size_t bytes);
bool free_pinned(void* address);

// While one lives a copy may touch the host's side of it, pinned or not; then that is protected. What an earlier copy still
// does with the same bytes is reported.
class HostAccess {
 public:
  HostAccess(const void* host, size_t bytes, bool writes, const Moment& moment);
  ~HostAccess();
  HostAccess(const HostAccess&) = delete;
  HostAccess& operator=(const HostAccess&) = delete;

 private:
  const char *begin_, *end_;
  bool writes_, is_pinned_;
  Moment moment_;
};

// Protection goes where the host knows that a copy is done.
void settle_pinned_copies();

// Of a fault of the host: whether a copy is under way there. Else, if the memory is pinned, its page is opened, since it
// only shares a page with one that is, and `goes_on` says so. Takes no lock, for the host may hold it.
bool is_under_way(const void* address, bool* goes_on);

}  // namespace tt::emulator
