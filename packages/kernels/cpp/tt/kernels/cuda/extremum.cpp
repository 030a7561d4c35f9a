// The CUDA half of argmax, max.dim and their like: blocks over outputs. Must not know how elements are compared.
#include "tt/kernels/plan/extremum.h"

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/device/extremum_args.h"
#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/cuda/lanes.h"
#include "tt/kernels/cuda/layout.h"
#include "tt/kernels/cuda/names.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

constexpr Location where = here();

// A dim that is kept; strides in bytes of input, values and places.
struct Kept {
  int64_t size, strides[3];
};

// Innermost first, those in one that lie one after the other in all three.
int keep_dims(const Plan& plan, Kept* kept) {
  const TensorImpl& self = *plan.borrowed;
  const TensorImpl* values = plan.result_count == 2 ? plan.results[0] : nullptr;
  const TensorImpl& places = *plan.results[plan.result_count - 1];
  const ExtremumPlan& wanted = *reinterpret_cast<const ExtremumPlan*>(&plan.scalars);
  int count = 0;
  for (int d = self.ndim() - 1; d >= 0; --d) {
    if (d == wanted.dim || self.size(d) == 1) continue;
    int out = d > wanted.dim && !wanted.keepdim ? d - 1 : d;
    Kept dim{self.size(d),
             {self.stride(d) * self.itemsize(), values ? values->stride(out) * values->itemsize() : 0,
              places.stride(out) * places.itemsize()}};
    bool follows = count > 0;
    for (int i = 0; i < 3 && follows; ++i)
      follows = dim.strides[i] == kept[count - 1].size * kept[count - 1].strides[i];
    if (follows)
      kept[count - 1].size *= dim.size;
    else
      kept[count++] = dim;
  }
  return count;
}

template <bool greatest>
void extremum_run(const Op&, Call&, Plan& plan) {
  static cuda::KernelSlot slots[kDTypeCount];
  const TensorImpl& self = *plan.borrowed;
  int dim = extremum_plan(plan).dim;
  TraceScope trace(Stage::Loop, nullptr, nullptr, greatest ? "greatest" : "least", where);
  cuda::DeviceGuard guard(self.device());
  Kept kept[kMaxDims];
  int64_t sizes[kMaxDims];
  int count = keep_dims(plan, kept);
  for (int d = 0; d < count; ++d) sizes[d] = kept[d].size;
  Ints shape(sizes, static_cast<size_t>(count));
  device::ExtremumArgs args{};
  args.input = self.data();
  args.values = plan.result_count == 2 ? plan.results[0]->data() : nullptr;
  args.places = plan.results[plan.result_count - 1]->data();
  args.count = self.ndim() ? self.size(dim) : 1;
  args.step_bytes = self.ndim() ? self.stride(dim) * self.itemsize() : 0;
  args.lanes_side_by_side = count == 0 || args.step_bytes <= kept[0].strides[0];
  cuda::Lanes lanes(args.count, args.lanes_side_by_side);
  args.lanes = lanes.lanes;
  args.outputs_per_block = lanes.outputs_per_block;
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(self.dtype())));
    trace.detail("variant", std::string(args.lanes_side_by_side ? "along the dim" : "across the dim"));
    trace.detail("elements", self.numel());
  }
  const cuda::Kernel& kernel = slots[static_cast<int>(self.dtype())].get([&]() -> cuda::KernelSource {
    return {cuda::kernel_name("extremum", cuda::flagged_arguments(self.dtype(), greatest)),
            "tt/kernels/cuda/device/extremum.cu", ""};
  });
  auto strides = [&](int d, int i) { return kept[d].strides[i]; };
  cuda::for_each_launch(shape, 3, strides, [&](int dims, const int64_t* offsets) {
    device::ExtremumArgs part = args;
    Ints part_shape = shape.first(static_cast<size_t>(dims));
    part.outputs = numel_of(part_shape);
    part.input += offsets[0];
    if (part.values) part.values += offsets[1];
    part.places += offsets[2];
    cuda::launch(kernel, {{cuda::blocks_for(part.outputs, part.outputs_per_block)}, {device::kReduceThreads}},
                 trace, part, cuda::make_layout<uint64_t, 3>(part_shape, strides));
  });
}

}  // namespace

void register_cuda_extrema() {
  for (const char* op : {"max.dim", "argmax"})
    register_run(op, Key::CUDA, extremum_run<true>, "extremum_run", nullptr, where);
  for (const char* op : {"min.dim", "argmin"})
    register_run(op, Key::CUDA, extremum_run<false>, "extremum_run", nullptr, where);
}

}  // namespace tt::kernels
