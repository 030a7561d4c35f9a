// Generator: the state of a random stream, what `generator=` gives to an op. Knows no distribution and no
// dtype.
//
// Note [Random streams]
// A stream is a function of the seed and of a block number; a block is four 32-bit integers (Philox 4x32-10,
// in kernels/functors/philox.h). A call takes a range of blocks, and each element knows its block: values
// depend neither on threads nor on strides, and the same seed gives them again.
#pragma once

#include <cstdint>
#include <mutex>

#include "tt/core/base/device.h"

namespace tt {

class TT_API Generator {
 public:
  static constexpr uint64_t kDefaultSeed = 67280421310721;  // torch's
  struct State {
    uint64_t seed;
    uint64_t next_block;
  };

  explicit Generator(uint64_t seed = kDefaultSeed) : state_{seed, 0} {}
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  State state() const;
  void set_state(State state);
  // The blocks [next_block, next_block + count) of the returned state are the caller's alone.
  State take(uint64_t count);

  void* wrapper = nullptr;  // the Python object, which is not owned

 private:
  mutable std::mutex mutex_;
  State state_;
};

// What ops without `generator=` draw from, one a device; seeded from the system's entropy.
TT_API Generator& default_generator(Device device = {});
// Starts the streams of the devices beside the CPU anew from a seed, those too that are not used yet.
TT_API void seed_other_generators(uint64_t seed);
// A seed from the system's entropy; torch's have 53 bits.
TT_API uint64_t random_seed();

}  // namespace tt
