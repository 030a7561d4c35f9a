// What the generated lines call: one op on every device, from one functor.
#include "tt/kernels/registration.h"

#include "tt/kernels/cpu/reduce_table.h"
#include "tt/kernels/plan/pointwise.h"
#include "tt/kernels/plan/reduction.h"

namespace tt::kernels {

void register_pointwise_without_cuda(const char* op, const PointwiseLoops& loops) {
  register_pointwise_plan(op);
  register_cpu_pointwise(op, loops);
}

void register_pointwise(const char* op, const PointwiseLoops& loops) {
  register_pointwise_without_cuda(op, loops);
  register_cuda_pointwise(op, loops);
}

void register_reduction_without_cuda(const char* op, const ReduceLoops& loops) {
  register_reduction_plan(op, loops.dtype);
  register_cpu_reduction(op, loops);
}

void register_reduction(const char* op, const ReduceLoops& loops) {
  register_reduction_without_cuda(op, loops);
  register_cuda_reduction(op, loops);
}

}  // namespace tt::kernels
