#include "tt/kernels/plan/random.h"

#include "tt/core/base/error.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/core/iterate/promote.h"
#include "tt/kernels/plan/factory.h"
#include "tt/kernels/plan/geometry.h"

namespace tt::kernels {
namespace {

constexpr int kGeneratorArg = 1;  // after the size, or the tensor that the result is like

void finish(Tensor result, const FactoryOptions& options, Plan& plan) {
  if (options.requires_grad) result->set_requires_grad(true);
  plan.finished = result->numel() == 0;
  plan.add_result(std::move(result));
}

void check_dtype(const Op& op, DType dtype) {
  TT_CHECK(op.spec->accepts & bit(dtype), NotImplemented, "not implemented for dtype ", name(dtype),
           "; implemented for ", dtype_set_names(op.spec->accepts));
}

void sized_plan(const Op& op, Call& call, Plan& plan) {
  FactoryOptions options = options_for(call, kGeneratorArg + 1, default_dtype());
  check_dtype(op, options.dtype);
  finish(make_result(call, call.args[0].list(), options), options, plan);
}

void like_plan(const Op& op, Call& call, Plan& plan) {
  FactoryOptions options = options_like(call, kGeneratorArg + 1);
  check_dtype(op, options.dtype);
  finish(kernels::empty_like(*call.args[0].tensor, options.dtype, options.device), options, plan);
}

}  // namespace

Generator& generator_of(const Call& call, Device device) {
  const Slot& given = call.args[kGeneratorArg];
  return given.is_none() ? default_generator(device) : *given.generator;
}

void register_random_plans() {
  register_plan("rand", sized_plan, "sized_plan");
  register_plan("randn", sized_plan, "sized_plan");
  register_plan("rand_like", like_plan, "like_plan");
  register_plan("randn_like", like_plan, "like_plan");
}

}  // namespace tt::kernels
