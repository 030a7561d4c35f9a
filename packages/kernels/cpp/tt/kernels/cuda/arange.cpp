// The CUDA half of arange.
#include "tt/kernels/plan/arange.h"

#include "tt/kernels/cuda/device/arange_args.h"
#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/cuda/names.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

constexpr Location where = here();
void arange_run(const Op&, Call&, Plan& plan) {
  static cuda::KernelSlot slots[kDTypeCount];
  const TensorImpl& result = *plan.results[0];
  TraceScope trace(Stage::Loop, nullptr, nullptr, "arange", where);
  cuda::DeviceGuard guard(result.device());
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(result.dtype())));
    trace.detail("elements", result.numel());
  }
  const cuda::Kernel& kernel = slots[static_cast<int>(result.dtype())].get([&]() -> cuda::KernelSource {
    return {cuda::kernel_name("arange", cuda::type_name(result.dtype())), "tt/kernels/cuda/device/arange.cu",
            ""};
  });
  device::ArangeArgs args{range_of(plan), result.data(), result.numel(),
                          result.stride(0) * result.itemsize()};
  cuda::launch(kernel, {{cuda::blocks_for(args.count, device::kArangeThreads)}, {device::kArangeThreads}},
               trace, args);
}

}  // namespace

void register_cuda_ranges() {
  for (const char* op : {"arange", "arange.start", "arange.start_step"})
    register_run(op, Key::CUDA, arange_run, "arange_run", nullptr, where);
}

}  // namespace tt::kernels
