// Which work is known to be done before which other, as a device would do it: later, and beside that of other streams.
//
// Note [Emulated order]
// Work is done before a call returns, so that nothing would show what a program forgot to wait for. So every stream
// counts its work and keeps how far it knows each other stream to be, and the host does too; waiting for a stream or
// an event takes over what that knows. Mistakes that are found by it:
//   1. the host touches pinned memory of which it does not know that a copy is done with it (pinned.h);
//   2. with checks on: two streams use the same bytes, one of them writing, and neither waited for the other; or memory
//      goes back to the stream that it was allocated on, which may use it again, before that waited for another one that
//      uses it (check.h).
// An event that nobody waited for has passed when it was asked for a hundred times, since a program may ask in a loop.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace tt::emulator {

// A piece of work: the number-th of a stream, counted from 1.
struct Moment {
  uint32_t stream = 0;
  uint64_t number = 0;
};

// How far the streams are known to be.
class Clock {
 public:
  bool knows(const Moment& moment) const {
    return moment.number == 0 ||
           (moment.stream < reached_.size() && reached_[moment.stream] >= moment.number);
  }
  bool knows(const Clock& other) const;
  void learn(const Moment& moment);
  void learn(const Clock& other);

 private:
  std::vector<uint64_t> reached_;  // by stream
};

// The number of a new stream. Those below kMostDevices are the devices' null streams, and there from the start.
uint32_t add_stream();

// The next piece of work of a stream, which knows what the host knows.
Moment begin_work(uint32_t stream);
bool is_known_to_stream(const Moment& moment, uint32_t stream);
bool is_known_to_host(const Moment& moment);
// What is known where a stream is now.
Clock clock_of(uint32_t stream);
Clock clock_of_all();

void let_stream_wait(uint32_t stream, const Clock& clock);
void let_host_wait(const Clock& clock);
// Whether the host knows that a stream is done, which it does when it has asked often enough.
bool is_done(uint32_t stream);

// A place in a stream: what an event marks. Threads may share one.
class Mark {
 public:
  void set(uint32_t stream);
  // As is_done, of what lies before the mark.
  bool has_passed();
  Clock clock() const;
  float milliseconds_until(const Mark& later) const;

 private:
  Clock clock_;
  int asked_ = 0;
  std::chrono::steady_clock::time_point time_;
};

}  // namespace tt::emulator
