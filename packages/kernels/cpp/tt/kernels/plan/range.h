// A range of numbers at equal distances, as plan and loops of arange see it.
#pragma once

#include <cstdint>

namespace tt::kernels {

// Number i is start + i * step: in integers for integer dtypes, else in double.
struct Range {
  int64_t start, step;
  double float_start, float_step;
};

}  // namespace tt::kernels
