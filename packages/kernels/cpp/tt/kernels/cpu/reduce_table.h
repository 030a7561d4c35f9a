// The table of a reduction's loops: what a per-ISA unit (reduce_loops.h) fills and the run (reduce.h) calls.
// Must not know what is computed.
#pragma once

#include <cstdint>

#include "tt/core/base/dtype.h"
#include "tt/core/base/location.h"
#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

// Room for the accumulator of any dtype.
inline constexpr int64_t kMaxAccumulatorBytes = 16;

// Loops over elements of one dtype, which is also that of the accumulators: one for each output, one after
// the other in memory.
struct ReduceLoop {
  // accumulators[j] = the `count` elements that follow one another from input + j * step_bytes.
  void (*inner)(const char* input, int64_t count, int64_t step_bytes, int64_t outputs, void* accumulators);
  // The same of elements that are step_bytes apart, from input + j * output_step_bytes.
  void (*strided)(const char* input, int64_t count, int64_t step_bytes, int64_t output_step_bytes,
                  int64_t outputs, void* accumulators);
  // accumulators[j] = the `count` elements from input + j * itemsize that are step_bytes apart.
  void (*outer)(const char* input, int64_t count, int64_t step_bytes, int64_t outputs, void* accumulators);
  // into[j] = into[j] combined with from[j].
  void (*combine)(void* into, const void* from, int64_t count);
  // What a reduction of nothing gives.
  void (*identity)(void* accumulators, int64_t count);
  // Replaces elements by what is to be combined; null where they are it.
  void (*map)(void* elements, int64_t count);
  // Replaces what `elements` elements were combined to by the result; null where it is the result.
  void (*finish)(void* accumulators, int64_t outputs, int64_t elements);
};

struct ReduceLoops {
  DType accumulator[kDTypeCount];  // by the op's dtype; Undefined where it is not accepted
  ReduceLoop by_accumulator[kDTypeCount];
  Location where;  // of the functor
  const char* functor;
  const char* isa;
  ReductionDType dtype;
};

// Elements that one call of `inner` reduces at most: beyond them its running sums lose accuracy.
inline constexpr int64_t kInnerSegment = 65536;
// The same for `outer`, which may take more where the outputs are few and a row is narrow.
inline constexpr int64_t kOuterSegment = 64;
// Outputs of one call at most; their accumulators stay in the L1 cache.
inline constexpr int64_t kMaxOutputs = 1024;

}  // namespace tt::kernels
