// Every pointwise op on CUDA: its functor, and the variants of it that the plan may choose, as kernels.
#include <utility>
#include <vector>

#include "tt/core/base/error.h"
#include "tt/core/dispatch/registry.h"
#include "tt/kernels/cpu/pointwise_table.h"
#include "tt/kernels/cuda/made_when_used.h"
#include "tt/kernels/cuda/pointwise.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

// An op's own functor, and those that its plan may choose instead.
struct OpKernels {
  const PointwiseLoops* loops;
  std::vector<cuda::MadeWhenUsed<cuda::PointwiseKernels>> functors;
};

constexpr Location run_where = here();
void pointwise_run(const Op& op, Call&, Plan& plan) {
  const auto& all = *static_cast<const OpKernels*>(plan.run->data);
  // A functor that is not written has no loops either.
  const PointwiseLoops& loops = plan.variant ? all.loops->variants[plan.variant - 1] : *all.loops;
  DType dtype = plan.iter.common_dtype();
  TT_CHECK(loops.by_dtype[static_cast<int>(dtype)], NotImplemented, "the functor ", loops.info.name,
           " is not written yet for dtype ", name(dtype), "\nhint: ", loops.info.where.file, ":",
           loops.info.where.line);
  cuda::PointwiseKernels& kernels = all.functors[plan.variant].get([&] {
    int scalars = op.spec->arg_count - op.tensor_arg_count;
    return new cuda::PointwiseKernels{loops.info.name, loops.info.where, scalars, op.spec->promotes, {}};
  });
  cuda::run_pointwise(kernels, plan.iter, plan.scalars, dtype, plan.iter.needs_cast());
}

}  // namespace

void register_cuda_pointwise(const char* op, const PointwiseLoops& loops) {
  std::vector<cuda::MadeWhenUsed<cuda::PointwiseKernels>> functors(1 +
                                                                   static_cast<size_t>(loops.variant_count));
  auto* kernels = new OpKernels{&loops, std::move(functors)};  // as long-lived as the registry
  register_run(op, Key::CUDA, pointwise_run, "pointwise_run", kernels, run_where,
               Registry::instance().at(op).spec->where);
}

}  // namespace tt::kernels
