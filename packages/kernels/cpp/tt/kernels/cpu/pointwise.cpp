// The CPU's half of every pointwise op: from the plan's dtype to a loop, and the loop over all elements.
// Knows neither what is computed nor how the loops were compiled.
#include "tt/kernels/plan/pointwise.h"
#include "tt/core/base/error.h"
#include "tt/core/dispatch/registry.h"
#include "tt/kernels/cpu/pointwise_table.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

constexpr Location run_where = here();
void pointwise_run(const Op&, Call&, Plan& plan) {
  const auto& all = *static_cast<const PointwiseLoops*>(plan.run->data);
  const PointwiseLoops& loops = plan.variant ? all.variants[plan.variant - 1] : all;
  // 4. Dtype dispatch: the loops of one functor, by the dtype in which it computes.
  DType dtype = plan.iter.common_dtype();
  Loop2d loop = loops.by_dtype[static_cast<int>(dtype)];
  // The plan has seen to it that the op accepts the dtype.
  TT_CHECK(loop, NotImplemented, "the functor ", loops.info.name, " is not written yet for dtype ",
           name(dtype), "\nhint: ", loops.info.where.file, ":", loops.info.where.line);
  // 5. Parallel split; 6. element access is the loop's.
  plan.iter.for_each(loop, loops.info, plan.scalars);
}

}  // namespace

void register_cpu_pointwise(const char* op, const PointwiseLoops& loops) {
  Location entry = Registry::instance().at(op).spec->where;
  register_run(op, Key::CPU, pointwise_run, "pointwise_run", &loops, run_where, entry);
}

void fail_division_by_zero() { fail(ErrorKind::Runtime, "integer division by zero (ZeroDivisionError)"); }

const PointwiseLoops* pointwise_loops(const char* op) {
  const Op* found = Registry::instance().find(op);
  const KernelEntry* entry =
      found && found->has(kPointwise) ? &found->table[static_cast<int>(Key::CPU)] : nullptr;
  const Run* run = entry && entry->rule == 1 ? static_cast<const Run*>(entry->data) : nullptr;
  return run && run->fn == pointwise_run ? static_cast<const PointwiseLoops*>(run->data) : nullptr;
}

}  // namespace tt::kernels
