// The CUDA half of rand, randn and their like: a thread a block of the stream. Complex numbers are made as pairs.
#include "tt/kernels/plan/random.h"

#include "tt/kernels/cuda/device/random_args.h"
#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/cuda/names.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

constexpr Location where = here();

template <bool is_normal>
void random_run(const Op&, Call& call, Plan& plan) {
  static cuda::KernelSlot slots[kDTypeCount];
  const TensorImpl& result = *plan.results[0];
  DType real = to_real(result.dtype());
  Stretch stretch(result);
  Generator::State from = generator_of(call, result.device()).take(static_cast<uint64_t>(stretch.blocks()));
  TraceScope trace(Stage::Loop, nullptr, nullptr, is_normal ? "normal" : "uniform", where);
  cuda::DeviceGuard guard(result.device());
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(result.dtype())));
    trace.detail("elements", result.numel());
  }
  const cuda::Kernel& kernel = slots[static_cast<int>(real)].get([&]() -> cuda::KernelSource {
    return {cuda::kernel_name("random", cuda::flagged_arguments(real, is_normal)),
            "tt/kernels/cuda/device/random.cu", ""};
  });
  Tensor fresh;  // strides say where an element lies, not which it is
  if (!result.is_contiguous()) fresh = empty(result.sizes(), result.dtype(), result.device());
  device::RandomArgs args{fresh ? fresh->data() : result.data(),
                          stretch.count,
                          from.seed,
                          from.next_block,
                          stretch.scale,
                          stretch.bits};
  cuda::launch(kernel,
               {{cuda::blocks_for(stretch.blocks(), device::kRandomThreads)}, {device::kRandomThreads}},
               trace, args);
  if (!fresh) return;
  BelowAutograd below;
  inner_call(find_op<"copy_">(), {Slot::of(plan.results[0]), Slot::of(fresh.get())});
}

}  // namespace

void register_cuda_random() {
  for (const char* op : {"rand", "rand_like"})
    register_run(op, Key::CUDA, random_run<false>, "random_run", nullptr, where);
  for (const char* op : {"randn", "randn_like"})
    register_run(op, Key::CUDA, random_run<true>, "random_run", nullptr, where);
}

}  // namespace tt::kernels
