#include "tt/kernels/plan/plan.h"

#include <string>
#include <utility>

#include "tt/core/base/trace.h"
#include "tt/core/dispatch/registry.h"

namespace tt::kernels {
namespace {

void describe_kernel(TraceScope& trace, const Op& op, const KernelEntry& entry, const Run* run,
                     const char* device) {
  trace.detail("plan", std::string(op.plan_name));
  trace.detail("plan_file", std::string(op.plan_where.file));
  trace.detail("plan_line", op.plan_where.line);
  if (run) {
    trace.detail("run", std::string(run->name));
    trace.detail("run_file", std::string(run->where.file));
    trace.detail("run_line", run->where.line);
  }
  trace.detail("registered_file", std::string(entry.where.file));
  trace.detail("registered_line", entry.where.line);
  trace.detail("device", std::string(device));
}

// In-place and `out=` results are the given tensors: the iterator's outputs are those then.
inline void move_results(Call& call, Plan& plan) {
  if (TT_LIKELY(plan.result_count == 0)) {
    for (int i = 0; i < plan.iter.output_count(); ++i) call.add_result(plan.iter.take_output(i));
    return;
  }
  for (int i = 0; i < plan.result_count; ++i) call.add_result(Tensor::steal(plan.results[i]));
  plan.result_count = 0;
}

__attribute__((always_inline)) inline void run_planned(const Op& op, Call& call, const Run& run) {
  Plan plan;
  plan.run = &run;
  reinterpret_cast<PlanFn>(op.plan)(op, call, plan);
  if (!plan.finished) run.fn(op, call, plan);
  move_results(call, plan);
}

// Note [Price of the hook] in core/base/trace.cpp.
template <Key key>
[[gnu::cold, gnu::noinline]] void planned_traced(const Op& op, Call& call, const KernelEntry& entry,
                                                 const Run& run) {
  TraceScope trace(Stage::Kernel, op.name(), name(call.form), "planned_kernel");
  if (TracePause pause{trace})
    describe_kernel(trace, op, entry, &run, name(static_cast<DeviceType>(static_cast<int>(key) % 4)));
  run_planned(op, call, run);
}

// The kernel of every planned op; its entry says which run.
template <Key key>
void planned_kernel(const Op& op, Call& call) {
  const KernelEntry& entry = op.table[static_cast<int>(key)];
  const Run& run = *static_cast<const Run*>(entry.data);
  if (is_traced()) return planned_traced<key>(op, call, entry, run);
  run_planned(op, call, run);
}

void plan_only_kernel(const Op& op, Call& call) {
  const KernelEntry& entry = op.table[static_cast<int>(Key::Meta)];
  TraceScope trace(Stage::Kernel, op.name(), name(call.form), "plan_only_kernel");
  if (TracePause pause{trace}) describe_kernel(trace, op, entry, nullptr, "meta");
  Plan plan;
  reinterpret_cast<PlanFn>(op.plan)(op, call, plan);
  move_results(call, plan);
}

Kernel kernel_for(Key key) {
  switch (key) {
    case Key::CPU:
      return planned_kernel<Key::CPU>;
    case Key::CUDA:
      return planned_kernel<Key::CUDA>;
    case Key::PrivateUse1:
      return planned_kernel<Key::PrivateUse1>;
    default:
      fail(ErrorKind::Runtime, "a planned op has no run for key ", name(key));
  }
}

}  // namespace

void register_plan(const char* op, PlanFn plan, const char* name, Location where) {
  Registry& registry = Registry::instance();
  registry.plan(op, reinterpret_cast<const void*>(plan), name, where);
  registry.kernel(op, Key::Meta, plan_only_kernel, name, nullptr, where);
}

void register_run(const char* op, Key key, RunFn run, const char* name, const void* data, Location where,
                  Location registered) {
  auto* entry = new Run{run, name, where, data};  // as long-lived as the registry
  Registry::instance().kernel(op, key, kernel_for(key), name, entry, registered);
}

}  // namespace tt::kernels
