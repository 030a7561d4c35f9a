// What a block in which no thread can go on is reported as: which thread waits for which other.
#include <cstring>

#include "tt/kernels/cuda/emulator/block_state.h"

namespace tt::emulator {

std::string describe_stuck_block() {
  int waits = -1, other = -1;
  int count = static_cast<int>(block->threads.size());
  for (int i = 0; i < count && waits < 0; ++i) {
    if (block->threads[static_cast<size_t>(i)].state != State::Gone) waits = i;
  }
  const Thread& first = block->threads[static_cast<size_t>(waits)];
  for (int i = 0; i < count && other < 0; ++i) {
    const Thread& each = block->threads[static_cast<size_t>(i)];
    bool concerned =
        first.state == State::AtBarrier || (i / kWarp == waits / kWarp && (first.mask >> (i % kWarp) & 1));
    bool same =
        each.state == first.state && each.mask == first.mask && std::strcmp(each.what, first.what) == 0;
    if (concerned && !same) other = i;
  }
  std::string text = thread_name(waits) + " waits at " + first.what;
  if (other >= 0) {
    const Thread& each = block->threads[static_cast<size_t>(other)];
    text += ", which " + thread_name(other) +
            (each.state == State::Gone ? " left the kernel without reaching"
                                       : std::string(" does not reach: it waits at ") + each.what +
                                             (each.what == first.what ? " with another mask" : ""));
  }
  return text;
}

}  // namespace tt::emulator
