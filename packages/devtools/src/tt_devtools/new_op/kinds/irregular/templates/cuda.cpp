// The CUDA half of `$name` on the host: which kernel runs, and how many of its threads. The kernel itself is
// cuda/device/$name.cu.
#include "tt/kernels/plan/$name.h"

#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/cuda/names.h"
#include "tt/kernels/plan/unwritten.h"

namespace tt::kernels {
namespace {

constexpr int kThreads = 256;
constexpr Location where = here();

void ${name}_cuda_run(const Op&, Call& call, Plan& plan) {
  check_written<$Camel>();
  static cuda::KernelSlot slots[kDTypeCount];
  const TensorImpl& result = *plan.results[0];
  // Copies and the launch go to the device of the tensors, whichever is current.
  cuda::DeviceGuard guard(result.device());
  const ${Camel}Work work(call, plan);
  TraceScope trace(Stage::Loop, nullptr, nullptr, "$name", where);
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(result.dtype())));
    trace.detail("elements", result.numel());
  }
  // 4. Dtype dispatch. A kernel is a name. The instantiation for this dtype is compiled when it is first asked for, and
  // stays in its slot.
  const cuda::Kernel& kernel = slots[static_cast<int>(result.dtype())].get([&]() -> cuda::KernelSource {
    return {cuda::kernel_name("$name", cuda::type_name(result.dtype())), "tt/kernels/cuda/device/$name.cu", ""};
  });
  // 5. Parallel split: a thread for each element. The launch returns before they have run. Copies that `work` made go back
  // to the allocator at once all the same: it hands them out again in the order of the stream.
  const int64_t count = result.numel();
  cuda::launch(kernel, {{cuda::blocks_for(count, kThreads)}, {kThreads}}, trace, work.args, count);
}

}  // namespace

void register_cuda_$name() {
  register_run("$name", Key::CUDA, ${name}_cuda_run, "${name}_cuda_run", nullptr, where);
}

}  // namespace tt::kernels
