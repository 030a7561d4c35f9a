#include "tt/kernels/cuda/emulator/block.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "tt/kernels/cuda/emulator/block_state.h"
#include "tt/kernels/cuda/emulator/check.h"
#include "tt/kernels/cuda/emulator/report.h"
#include "tt/kernels/cuda/emulator/shared.h"

namespace tt::emulator {

const Here* here = nullptr;
Block* block = nullptr;

namespace {

// The OS thread that launches, 0 while none does. A handler in another one must not take its fault for a kernel's.
std::atomic<pthread_t> launcher = 0;

// Thrown on the scheduler's stack when the launch is over before its end.
struct Stopped {};

void report_of_kernel(const std::string& what) {
  report(std::string("kernel ") + block->launch->name + ": " + what);
}

[[noreturn]] void end_launch(const std::string& what) {
  report_of_kernel(what);
  throw Stopped{};
}

// Leaves the running thread for ever.
[[noreturn]] void stop() {
  block->stopped = true;
  running_fiber().switch_to(block->scheduler);
  __builtin_unreachable();
}

// What every fiber does: the threads that nobody has begun, one after the other.
void fiber_body() {
  for (;;) {
    int fiber = current().fiber;
    while (true) {
      Thread& thread = current();
      here = &thread.here;
      block->launch->kernel(block->launch->args);
      current().state = State::Gone;
      current().fiber = -1;
      if (block->next == static_cast<int>(block->threads.size())) break;
      block->running = block->next++;
      current().state = State::Running;
      current().fiber = fiber;
    }
    block->idle.push_back(fiber);
    block->fibers[static_cast<size_t>(fiber)]->switch_to(block->scheduler);
  }
}

void resume(int thread) {
  block->running = thread;
  Thread& next = current();
  next.state = State::Running;
  here = &next.here;
  block->scheduler.switch_to(running_fiber());
  if (!block->stopped) return;
  if (block->fault.signal) end_launch(describe(block->fault));
  throw Stopped{};
}

void begin_next() {
  if (block->idle.empty()) {
    block->idle.push_back(static_cast<int>(block->fibers.size()));
    block->fibers.push_back(std::make_unique<Fiber>(fiber_body));
  }
  int thread = block->next++;
  block->threads[static_cast<size_t>(thread)].fiber = block->idle.back();
  block->idle.pop_back();
  resume(thread);
}

// The lanes that wait together with `thread`, or nothing while one of them has not arrived.
std::vector<int> gathered_lanes(int thread) {
  const Thread& first = block->threads[static_cast<size_t>(thread)];
  std::vector<int> lanes;
  int base = thread / kWarp * kWarp, count = static_cast<int>(block->threads.size());
  for (int lane = 0; lane < kWarp; ++lane) {
    if (!(first.mask >> lane & 1) || base + lane >= count) continue;
    const Thread& other = block->threads[static_cast<size_t>(base + lane)];
    if (other.state != State::AtWarp || other.mask != first.mask || std::strcmp(other.what, first.what) != 0)
      return {};
    lanes.push_back(base + lane);
  }
  return lanes;
}

void meet() {
  int count = static_cast<int>(block->threads.size());
  bool progress = false;
  for (int i = 0; i < count; ++i) {
    if (block->threads[static_cast<size_t>(i)].state != State::AtWarp) continue;
    std::vector<int> lanes = gathered_lanes(i);
    if (lanes.empty()) continue;
    ++block->warp_epochs[static_cast<size_t>(i / kWarp)];
    progress = true;
    for (int lane : lanes) resume(lane);
  }
  if (progress) return;
  for (const Thread& thread : block->threads) {
    if (thread.state != State::AtBarrier) end_launch(describe_stuck_block());
  }
  ++block->epoch;
  for (int i = 0; i < count; ++i) resume(i);
}

bool all_gone() {
  for (const Thread& thread : block->threads) {
    if (thread.state != State::Gone) return false;
  }
  return true;
}

Dim3 at(int linear, Dim3 size) {
  auto n = static_cast<unsigned>(linear);
  return {n % size.x, n / size.x % size.y, n / (size.x * size.y)};
}

int count_of(Dim3 size) { return static_cast<int>(size.x * size.y * size.z); }

void run_block(int linear) {
  const Launch& launch = *block->launch;
  block->linear = linear;
  block->epoch = block->next = 0;
  begin_shared_memory();
  Dim3 place = at(linear, launch.grid);
  for (int i = 0; i < count_of(launch.block); ++i) {
    Thread& thread = block->threads[static_cast<size_t>(i)];
    thread.here = {at(i, launch.block), place, launch.block, launch.grid, i};
    thread.state = State::Unborn;
    thread.exchanges = 0;
  }
  std::fill(block->warp_epochs.begin(), block->warp_epochs.end(), 0);
  do {
    while (block->next < count_of(launch.block)) begin_next();
    if (!all_gone()) meet();
  } while (!all_gone());
}

std::string coordinates(Dim3 place) {
  return "(" + std::to_string(place.x) + ", " + std::to_string(place.y) + ", " + std::to_string(place.z) +
         ")";
}

}  // namespace

void run_launch(const Launch& launch) {
  static Block* kept = new Block;  // its fibers serve every launch
  block = kept;
  block->launch = &launch;
  block->stopped = false;
  block->fault = {};
  launcher = pthread_self();
  block->threads.resize(static_cast<size_t>(count_of(launch.block)));
  block->warp_epochs.assign(block->threads.size() / kWarp + 1, 0);
  try {
    for (int i = 0; i < count_of(launch.grid); ++i) run_block(i);
  } catch (const Stopped&) {
    // Fibers are left where they stopped; none of their frames owns anything.
    for (auto& fiber : block->fibers) fiber->restart();
    block->idle.clear();
    for (size_t i = 0; i < block->fibers.size(); ++i) block->idle.push_back(static_cast<int>(i));
  }
  launcher = 0;
  here = nullptr;
  block = nullptr;
}

bool is_in_kernel() { return launcher == pthread_self(); }

void stop_kernel(std::string what) {
  report_of_kernel(what);
  what = std::string();  // nobody comes back to run a destructor
  stop();
}

void stop_at_fault(const Fault& fault) {
  block->fault = fault;
  stop();
}

std::string thread_name(int linear) {
  return "thread " + coordinates(at(linear, block->launch->block)) + " of block " +
         coordinates(at(block->linear, block->launch->grid));
}
std::string running_thread() { return thread_name(block->running); }
int block_epoch() { return block->epoch; }
int warp_epoch(int linear) { return block->warp_epochs[static_cast<size_t>(linear / kWarp)]; }
int linear_block() { return block->linear; }

void wait(State state, unsigned mask, const char* what) {
  Thread& thread = current();
  int self = block->running;
  thread.state = state;
  thread.mask = mask;
  thread.what = what;
  running_fiber().switch_to(block->scheduler);
  block->running = self;
}

}  // namespace tt::emulator
