// Loops of random numbers in float and double: what the per-ISA unit (random_loops.cpp) fills and the run
// (random.cpp) calls. Note [Random streams] in core/base/generator.h.
#pragma once

#include <cstdint>

#include "tt/core/base/location.h"

namespace tt::kernels {

struct RandomLoops {
  // Elements first to first + count of the stream that starts at (seed, block), one after the other. A block
  // makes four floats or two doubles; `first` is a multiple of kRandomStep. In [0, 1), multiples of 2^-bits.
  void (*uniform)(uint64_t seed, uint64_t block, int64_t first, int64_t count, int bits, float* to);
  void (*uniform_double)(uint64_t seed, uint64_t block, int64_t first, int64_t count, double* to);
  // Of variance scale^2.
  void (*normal)(uint64_t seed, uint64_t block, int64_t first, int64_t count, float scale, float* to);
  void (*normal_double)(uint64_t seed, uint64_t block, int64_t first, int64_t count, double scale,
                        double* to);
  Location where;
  const char* isa;
};

inline constexpr int64_t kRandomStep = 4;

}  // namespace tt::kernels
