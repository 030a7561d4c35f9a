// The CPU's half of `$name`: steps 4 to 6 of Note [Six steps of a kernel] in plan.h. Must not know the arithmetic, which
// is in functors/$name.h.
#include "tt/kernels/plan/$name.h"

#include "tt/core/base/parallel.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/describe.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/kernels/plan/unwritten.h"

namespace tt::kernels {
namespace {

constexpr uint32_t kTypes = $types;
// Fewer elements are not worth another thread. A dear element() wants a smaller number.
constexpr int64_t kGrain = 32768;

void ${name}_cpu_run(const Op&, Call& call, Plan& plan) {
  check_written<$Camel>();
  const ${Camel}Work work(call, plan);
  const TensorImpl& result = *plan.results[0];
  // What `tt trace` shows of this stage; without a trace it costs one test of a pointer.
  TraceScope trace(Stage::Loop, nullptr, nullptr, "$name", $Camel::where);
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(result.dtype())));
    trace.detail("threads", threads_for(result.numel(), kGrain));
    trace.detail("elements", result.numel());
    trace.detail("bytes", bytes_of(result));
  }
  // 4. Dtype dispatch. Until here a dtype is a number, from here on a C++ type: the body is compiled once for each type
  // in kTypes, and one of these is chosen.
  dispatch_dtype<kTypes>(result.dtype(), [&]<class T>() {
    // 5. Parallel split. Each thread has a range of its own, so that none has to wait for another.
    parallel_for(0, result.numel(), kGrain, [&](int64_t first, int64_t last) {
      // 6. Element access.
      for (int64_t index = first; index < last; ++index) $Camel::element<T>(work.args, index);
    });
  });
}

}  // namespace

void register_cpu_$name() { register_run("$name", Key::CPU, ${name}_cpu_run, "${name}_cpu_run"); }

}  // namespace tt::kernels
