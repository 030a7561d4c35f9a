// The block that runs: its threads, the fibers under them, and what each waits for. Shared by block.cpp, which runs and
// resumes, and meeting.cpp, where threads stop.
#pragma once

#include <memory>
#include <vector>

#include "tt/kernels/cuda/emulator/block.h"
#include "tt/kernels/cuda/emulator/fiber.h"

namespace tt::emulator {

enum class State { Unborn, Running, AtBarrier, AtWarp, Gone };

struct Thread {
  Here here;
  State state = State::Unborn;
  unsigned mask = 0;      // of lanes that it waits for
  const char* what = "";  // at which it waits
  int fiber = -1;
  unsigned exchanges = 0;
  alignas(16) char given[2][kExchangeBytes];  // in turns, so that the last one can still be read
};

struct Block {
  const Launch* launch;
  std::vector<Thread> threads;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<int> idle;  // fibers with no thread
  Fiber scheduler;
  int next = 0;     // thread to begin
  int running = 0;  // thread that runs
  int linear = 0;   // of the block in the grid
  int epoch = 0;
  std::vector<int> warp_epochs;
  bool stopped = false;  // by one of its threads
  Fault fault;
};

// Null while no kernel runs.
extern Block* block;
inline Thread& current() { return block->threads[static_cast<size_t>(block->running)]; }

inline Fiber& running_fiber() { return *block->fibers[static_cast<size_t>(current().fiber)]; }

// Who waits for whom, where no thread can go on.
std::string describe_stuck_block();
// Leaves the running thread until it is resumed.
void wait(State state, unsigned mask, const char* what);

}  // namespace tt::emulator
