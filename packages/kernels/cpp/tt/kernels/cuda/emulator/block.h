// One block of a launch: its threads as fibers, and the points where they meet.
//
// Note [Emulated threads]
// A fiber runs one thread after another, until one has to wait; that thread keeps the fiber, and another fiber goes on
// with the next thread. So a kernel without barriers never switches. When no thread is left to begin, those that
// wait are let go on wherever all that must meet have arrived; when none can, the block is stuck, which is reported
// with the threads' names.
#pragma once

#include <string>

#include "tt/kernels/cuda/emulator/faults.h"
#include "tt/kernels/cuda/emulator/thread.h"

namespace tt::emulator {

struct Launch {
  const char* name;
  Trampoline kernel;
  void** args;
  Dim3 grid, block;
};

// Runs all blocks. What goes wrong is kept by report.h, and ends the launch.
void run_launch(const Launch& launch);

// Whether the caller is a kernel, and the end of its launch at a fault; for a signal's handler.
bool is_in_kernel();
[[noreturn]] void stop_at_fault(const Fault& fault);

// Where the running thread is, for reports: "thread (3, 0, 0) of block (1, 0, 0)".
std::string thread_name(int linear);
std::string running_thread();
// Counted by check.h: meetings of the whole block, and of each warp, up to now.
int block_epoch();
int warp_epoch(int linear);
int linear_block();

}  // namespace tt::emulator
