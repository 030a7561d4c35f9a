#include "tt/kernels/cuda/emulator/order.h"

#include <algorithm>
#include <deque>
#include <mutex>

#include "tt/kernels/cuda/emulator/contexts.h"
#include "tt/kernels/cuda/emulator/pinned.h"

namespace tt::emulator {
namespace {

constexpr int kAsksUntilPassed = 100;

struct Stream {
  Clock clock;
  uint64_t count = 0;
  int asked = 0;  // since the last work
};

struct Order {
  std::mutex mutex;
  std::deque<Stream> streams = std::deque<Stream>(kMostDevices);
  Clock host;
};

Order& order() {
  static auto* only = new Order;  // streams may outlive statics
  return *only;
}

}  // namespace

bool Clock::knows(const Clock& other) const {
  for (uint32_t stream = 0; stream < other.reached_.size(); ++stream) {
    if (!knows(Moment{stream, other.reached_[stream]})) return false;
  }
  return true;
}

void Clock::learn(const Moment& moment) {
  if (reached_.size() <= moment.stream) reached_.resize(moment.stream + 1);
  reached_[moment.stream] = std::max(reached_[moment.stream], moment.number);
}

void Clock::learn(const Clock& other) {
  for (uint32_t stream = 0; stream < other.reached_.size(); ++stream)
    learn(Moment{stream, other.reached_[stream]});
}

uint32_t add_stream() {
  std::lock_guard lock(order().mutex);
  order().streams.emplace_back();
  return static_cast<uint32_t>(order().streams.size()) - 1;
}

Moment begin_work(uint32_t stream) {
  std::lock_guard lock(order().mutex);
  Stream& on = order().streams[stream];
  Moment now{stream, ++on.count};
  on.asked = 0;
  on.clock.learn(order().host);
  on.clock.learn(now);
  return now;
}

bool is_known_to_stream(const Moment& moment, uint32_t stream) {
  std::lock_guard lock(order().mutex);
  return order().streams[stream].clock.knows(moment);
}

bool is_known_to_host(const Moment& moment) {
  std::lock_guard lock(order().mutex);
  return order().host.knows(moment);
}

Clock clock_of(uint32_t stream) {
  std::lock_guard lock(order().mutex);
  return order().streams[stream].clock;
}

Clock clock_of_all() {
  std::lock_guard lock(order().mutex);
  Clock all;
  for (const Stream& each : order().streams) all.learn(each.clock);
  return all;
}

void let_stream_wait(uint32_t stream, const Clock& clock) {
  std::lock_guard lock(order().mutex);
  order().streams[stream].clock.learn(clock);
}

void let_host_wait(const Clock& clock) {
  {
    std::lock_guard lock(order().mutex);
    order().host.learn(clock);
  }
  settle_pinned_copies();
}

bool is_done(uint32_t stream) {
  {
    std::lock_guard lock(order().mutex);
    Stream& asked = order().streams[stream];
    if (order().host.knows(asked.clock)) return true;
    if (++asked.asked < kAsksUntilPassed) return false;
  }
  let_host_wait(clock_of(stream));
  return true;
}

void Mark::set(uint32_t stream) {
  std::lock_guard lock(order().mutex);
  clock_ = order().streams[stream].clock;
  asked_ = 0;
  time_ = std::chrono::steady_clock::now();
}

bool Mark::has_passed() {
  {
    std::lock_guard lock(order().mutex);
    if (order().host.knows(clock_)) return true;
    if (++asked_ < kAsksUntilPassed) return false;
  }
  let_host_wait(clock());
  return true;
}

Clock Mark::clock() const {
  std::lock_guard lock(order().mutex);
  return clock_;
}

float Mark::milliseconds_until(const Mark& later) const {
  std::lock_guard lock(order().mutex);
  return std::chrono::duration<float, std::milli>(later.time_ - time_).count();
}

}  // namespace tt::emulator
