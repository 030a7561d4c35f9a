// The plan of rand, randn and their like: a tensor to be filled. Knows no device.
#pragma once

#include "tt/core/base/generator.h"
#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// What the call draws from; plan.results[0] is to be filled.
Generator& generator_of(const Call& call, Device device);

// How a result is made of a stream: as reals, of which complex numbers take two, in blocks of four floats or two
// doubles.
struct Stretch {
  int64_t count;  // of reals
  int each;       // in a block
  double scale;   // of normal numbers: the parts of a complex number have half of its variance
  int bits;       // of uniform floats: a number below 1 must stay below it in the result's dtype

  explicit Stretch(const TensorImpl& result)
      : count(result.numel() * (is_complex(result.dtype()) ? 2 : 1)),
        each(to_real(result.dtype()) == DType::Float64 ? 2 : 4),
        scale(is_complex(result.dtype()) ? 0x1.6a09e667f3bcdp-1 : 1.0),
        bits(result.dtype() == DType::Float16    ? 11
             : result.dtype() == DType::BFloat16 ? 8
                                                 : 24) {}
  int64_t blocks() const { return (count + each - 1) / each; }
};

// Called by register_random (cpu/random.cpp).
void register_random_plans();

}  // namespace tt::kernels
