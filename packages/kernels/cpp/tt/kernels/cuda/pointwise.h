// The CUDA half of every pointwise op: from the plan's iterator to a kernel made of the op's functor.
#pragma once

#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/plan/plan.h"

namespace tt::cuda {

// The kernels of one functor, by the dtype in which it computes.
struct PointwiseKernels {
  const char* functor;
  Location where;
  int scalars;
  Promotion promotes;
  struct Variants {
    KernelSlot contiguous, strided, strided_large, casting;
  };
  Variants by_dtype[kDTypeCount];
};

// Runs it over the iterator in `dtype`, to and from which elements are converted where `casts`; `scalars` are the op's
// numbers as the plan stored them.
void run_pointwise(PointwiseKernels& kernels, const TensorIterator& iter, const char (*scalars)[16],
                   DType dtype, bool casts);

}  // namespace tt::cuda
