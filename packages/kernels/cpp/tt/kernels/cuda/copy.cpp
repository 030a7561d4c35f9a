// The CUDA half of copies, fills and item on one device: the functor Identity, which moves bits or converts, and tiles
// where the copy is transposed. What crosses to another device is plan/transfer.h's.
#include "tt/core/base/allocator.h"
#include "tt/core/base/trace.h"
#include "tt/kernels/cuda/pointwise.h"
#include "tt/kernels/cuda/transpose.h"
#include "tt/kernels/functors/identity.h"
#include "tt/kernels/plan/item.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

// Between integers of one size only bits move.
bool moves(DType from, DType to) {
  return from == to || (is_integral(from, false) && is_integral(to, false) && itemsize(from) == itemsize(to));
}

constexpr Location copy_where = here();
void copy_run(const Op&, Call&, Plan& plan) {
  static cuda::PointwiseKernels kernels{"Identity", Identity::where, 0, Promotion::Default, {}};
  DType to = plan.iter.operand(0).dtype;
  bool converts = !moves(plan.iter.operand(1).dtype, to);
  if (!converts && cuda::run_transpose(plan.iter)) return;
  cuda::run_pointwise(kernels, plan.iter, nullptr, to, converts);
}

constexpr Location item_where = here();
void item_run(const Op&, Call& call, Plan&) {
  const TensorImpl& self = *call.args[0].tensor;
  alignas(16) char element[16];
  allocator(DeviceType::CUDA)
      ->copy(element, Device{}, self.data(), self.device(), static_cast<size_t>(self.itemsize()), false);
  return_number(call, load(element, self.dtype()));
}

}  // namespace

void register_cuda_copies() {
  for (const char* op : {"copy_", "clone", "_to_copy", "fill_.Scalar", "zero_"})
    register_run(op, Key::CUDA, copy_run, "copy_run", nullptr, copy_where);
  register_run("item", Key::CUDA, item_run, "item_run", nullptr, item_where);
}

}  // namespace tt::kernels
