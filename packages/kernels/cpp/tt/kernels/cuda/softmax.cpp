// The CUDA half of softmax and log_softmax: blocks over columns. Must not know the formula.
#include "tt/kernels/plan/softmax.h"

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/device/softmax_args.h"
#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/cuda/lanes.h"
#include "tt/kernels/cuda/names.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

constexpr Location where = here();

template <bool is_log>
void softmax_run(const Op&, Call& call, Plan& plan) {
  static cuda::KernelSlot slots[kDTypeCount];
  const TensorImpl& input = *plan.borrowed;
  SoftmaxShape shape = softmax_shape(call, input);
  TraceScope trace(Stage::Loop, nullptr, nullptr, is_log ? "log_softmax" : "softmax", where);
  cuda::DeviceGuard guard(input.device());
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(input.dtype())));
    trace.detail("variant", std::string(shape.inner == 1 ? "along the dim" : "across the dim"));
    trace.detail("elements", input.numel());
  }
  const cuda::Kernel& kernel = slots[static_cast<int>(input.dtype())].get([&]() -> cuda::KernelSource {
    return {cuda::kernel_name("softmax", cuda::flagged_arguments(input.dtype(), is_log)),
            "tt/kernels/cuda/device/softmax.cu", ""};
  });
  cuda::Lanes lanes(shape.count, shape.inner == 1);
  device::SoftmaxArgs args{
      input.data(), plan.results[0]->data(), shape.outer * shape.inner, shape.inner, shape.count,
      lanes.lanes,  lanes.outputs_per_block};
  cuda::launch(kernel, {{cuda::blocks_for(args.columns, args.columns_per_block)}, {device::kReduceThreads}},
               trace, args);
  move_to_output(plan);
}

}  // namespace

void register_cuda_softmax() {
  register_run("softmax.int", Key::CUDA, softmax_run<false>, "softmax_run", nullptr, where);
  register_run("log_softmax.int", Key::CUDA, softmax_run<true>, "softmax_run", nullptr, where);
}

}  // namespace tt::kernels
