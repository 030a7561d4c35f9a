// The CPU's half of arange: parts of the range over threads.
#include "tt/kernels/plan/arange.h"

#include "tt/core/base/parallel.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/describe.h"
#include "tt/kernels/cpu/arange_table.h"
#include "tt/kernels/cpu/isa.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {

TT_DECLARE_ISA_COPIES(ArangeLoops, arange_loops)

namespace {

constexpr int64_t kGrain = 65536;

void arange_run(const Op&, Call&, Plan& plan) {
  const auto& loops = *static_cast<const ArangeLoops*>(plan.run->data);
  const TensorImpl& result = *plan.results[0];
  TraceScope trace(Stage::Loop, nullptr, nullptr, "arange", loops.where);
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(result.dtype())));
    trace.detail("isa", std::string(loops.isa));
    trace.detail("threads", threads_for(result.numel(), kGrain));
    trace.detail("elements", result.numel());
    trace.detail("bytes", bytes_of(result));
  }
  ArangeLoops::Fill fill = loops.by_dtype[static_cast<int>(result.dtype())];
  int64_t stride = result.stride(0) * result.itemsize();
  parallel_for(0, result.numel(), kGrain, [&](int64_t first, int64_t last) {
    fill(range_of(plan), first, last - first, result.data() + first * stride, stride);
  });
}

}  // namespace

void register_ranges() {
  register_arange_plan();
  for (const char* op : {"arange", "arange.start", "arange.start_step"}) {
    register_run(op, Key::CPU, arange_run, "arange_run", &TT_PICK_ISA(arange_loops));
  }
}

}  // namespace tt::kernels
