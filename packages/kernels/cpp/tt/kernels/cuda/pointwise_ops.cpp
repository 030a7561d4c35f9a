// Every pointwise op on CUDA: its functor, and the variants of it that the plan may choose, as kernels.
#include "tt/core/base/error.h"
#include "tt/core/dispatch/registry.h"
#include "tt/kernels/cpu/pointwise_table.h"
#include "tt/kernels/cuda/pointwise.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

// An op's own functor, and those that its plan may choose instead.
struct OpKernels {
  explicit OpKernels(const Op& op, const PointwiseLoops& loops) {
    int scalars = op.spec->arg_count - op.tensor_arg_count;
    add(loops, scalars, op.spec->promotes);
    for (int i = 0; i < loops.variant_count; ++i) add(loops.variants[i], scalars, op.spec->promotes);
  }
  void add(const PointwiseLoops& loops, int scalars, Promotion promotes) {
    functors[count++] = new cuda::PointwiseKernels{loops.info.name, loops.info.where, scalars, promotes, {}};
  }
  static constexpr int kMost = 8;
  cuda::PointwiseKernels* functors[kMost];
  const PointwiseLoops* loops = nullptr;
  int count = 0;
};

constexpr Location run_where = here();
void pointwise_run(const Op&, Call&, Plan& plan) {
  const auto& all = *static_cast<const OpKernels*>(plan.run->data);
  // A functor that is not written has no loops either.
  const PointwiseLoops& loops = plan.variant ? all.loops->variants[plan.variant - 1] : *all.loops;
  DType dtype = plan.iter.common_dtype();
  TT_CHECK(loops.by_dtype[static_cast<int>(dtype)], NotImplemented, "the functor ", loops.info.name,
           " is not written yet for dtype ", name(dtype), "\nhint: ", loops.info.where.file, ":",
           loops.info.where.line);
  cuda::run_pointwise(*all.functors[plan.variant], plan.iter, plan.scalars, dtype, plan.iter.needs_cast());
}

}  // namespace

void register_cuda_pointwise(const char* op, const PointwiseLoops& loops) {
  auto* kernels = new OpKernels(Registry::instance().at(op), loops);
  kernels->loops = &loops;
  register_run(op, Key::CUDA, pointwise_run, "pointwise_run", kernels, run_where,
               Registry::instance().at(op).spec->where);
}

}  // namespace tt::kernels
