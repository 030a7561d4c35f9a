// Plan and run: what a kernel is made of, stage 5 of a call. An op has one device-independent plan
// (checks, result shapes, dtypes, strides) and a run per device; the meta device is the plan alone.
// Must not know gradients or Python.
//
// Note [Six steps of a kernel]
//   1. metadata            plan: which operands, which of them numbers, where the output comes from
//   2. validation          plan: dtypes the op accepts, values of its other arguments, shapes
//   3. output allocation   plan: TensorIterator::build, or tt::empty where there is no iterator
//   4. dtype dispatch      run: a loop from a table indexed by dtype, or dispatch_dtype
//   5. parallel split      run: TensorIterator::for_each, or parallel_for
//   6. element access      loop: a functor on elements, or a TensorAccessor
// Functional, in-place and `out=` forms differ only in where step 3 gets the output from.
#pragma once

#include <utility>

#include "tt/core/base/location.h"
#include "tt/core/dispatch/op.h"
#include "tt/core/iterate/tensor_iterator.h"

namespace tt::kernels {

struct Run;

inline constexpr int kMaxLoopScalars = 4;

// What the plan hands to the run. It lives on the stack of one call.
struct Plan {
  Plan() {}
  [[gnu::always_inline]] ~Plan() {
    for (int i = 0; i < result_count; ++i) {
      if (results[i]) release(results[i]);
    }
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  TensorIterator iter;
  // Numbers that every element sees (alpha), in the loop's opmath dtype; 16 bytes each.
  alignas(16) char scalars[kMaxLoopScalars][16];
  // Results of ops that do not write through the iterator; the iterator's outputs otherwise. Owned.
  TensorImpl* results[kMaxResults];
  uint8_t result_count = 0;
  Tensor held;               // lives as long as the call, and is no result
  Tensor borrowed;           // an operand that the plan made and the iterator only borrows
  uint8_t variant = 0;       // which of the loops' variants runs, counted from 1; 0: the op's own functor
  bool finished = false;     // nothing is left to run
  const Run* run = nullptr;  // what will run; null on the meta device

  void add_result(Tensor tensor) { results[result_count++] = tensor.give(); }
  Tensor take_result(int index) { return Tensor::steal(std::exchange(results[index], nullptr)); }
};

using PlanFn = void (*)(const Op&, Call&, Plan&);
using RunFn = void (*)(const Op&, Call&, Plan&);

// One device's half of an op.
struct Run {
  RunFn fn;
  const char* name;
  Location where;
  const void* data;  // the run's own: its table of loops
};

// The plan of an op; also registers the plan alone as the op's kernel for the meta device.
void register_plan(const char* op, PlanFn plan, const char* name, Location where = here());

// The run of an op for a backend key. `registered` is the place that asked for it.
void register_run(const char* op, Key key, RunFn run, const char* name, const void* data = nullptr,
                  Location where = here(), Location registered = here());

}  // namespace tt::kernels
