// Where threads meet: barriers of the block and of a warp, and what lanes give each other.
#include <cstring>

#include "tt/kernels/cuda/emulator/block_state.h"
#include "tt/kernels/cuda/emulator/report.h"

namespace tt::emulator {

void block_barrier() { wait(State::AtBarrier, 0, "__syncthreads"); }

void warp_barrier(unsigned mask, const char* what) {
  if (!(mask >> lane() & 1)) {
    stop_kernel(running_thread() + " calls " + what + " with a mask that leaves itself out");
  }
  wait(State::AtWarp, mask, what);
}

void exchange(unsigned mask, const void* value, void* taken, size_t bytes, int from, const char* what) {
  int turn = current().exchanges++ & 1;
  std::memcpy(current().given[turn], value, bytes);
  warp_barrier(mask, what);
  if (!(mask >> from & 1)) {
    stop_kernel(running_thread() + " asks " + what + " for lane " + std::to_string(from) +
                ", which is not in the mask");
  }
  size_t source = static_cast<size_t>(block->running / kWarp * kWarp + from);
  if (source >= block->threads.size())
    stop_kernel(running_thread() + " asks " + what + " for a lane that the block does not have");
  std::memcpy(taken, block->threads[source].given[turn], bytes);
}

unsigned ballot(unsigned mask, bool predicate) {
  int turn = current().exchanges++ & 1;
  current().given[turn][0] = predicate;
  warp_barrier(mask, "__ballot_sync");
  unsigned votes = 0;
  int base = block->running / kWarp * kWarp;
  for (int i = 0; i < kWarp && base + i < static_cast<int>(block->threads.size()); ++i) {
    if (mask >> i & 1 && block->threads[static_cast<size_t>(base + i)].given[turn][0]) votes |= 1u << i;
  }
  return votes;
}

}  // namespace tt::emulator
