// What the host tells a kernel of random numbers.
#pragma once

#include <cstdint>

namespace tt::kernels::device {

inline constexpr int kRandomThreads = 256;

struct RandomArgs {
  char* output;
  int64_t count;
  uint64_t seed, block;
  double scale;  // of normal numbers
  int32_t bits;  // of uniform floats
};

}  // namespace tt::kernels::device
