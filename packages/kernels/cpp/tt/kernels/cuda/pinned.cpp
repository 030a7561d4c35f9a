#include "tt/kernels/cuda/pinned.h"

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/device.h"
#include "tt/kernels/cuda/pinned_pool.h"
#include "tt/kernels/plan/inner_call.h"

namespace tt::cuda {
namespace {

PinnedPool& pool() {
  static auto* only = new PinnedPool;  // tensors may outlive statics
  return *only;
}

}  // namespace

Storage* pinned_storage(int64_t bytes) {
  void* data = pool().allocate(static_cast<size_t>(bytes));
  return wrap_memory(data, bytes, Device{}, [](void* block) { pool().deallocate(block); }, data);
}

Tensor pinned_copy(const TensorImpl& tensor) {
  TT_CHECK(tensor.device().type == DeviceType::CPU, Runtime, "pin_memory: cannot pin a tensor on ",
           to_string(tensor.device()), ", only those of the CPU");
  (void)driver();  // throws where there is none
  if (tensor.numel() == 0) return empty(tensor.sizes(), tensor.dtype());
  Storage* storage = pinned_storage(tensor.numel() * tensor.itemsize());
  int64_t strides[kMaxDims];
  contiguous_strides(tensor.sizes(), strides);
  Tensor made = new_tensor(storage, tensor.dtype(), Layout::Strided, tensor.sizes(), strides, 0);
  kernels::BelowAutograd below;
  kernels::inner_call(find_op<"copy_">(), {Slot::of(made.get()), Slot::of(const_cast<TensorImpl*>(&tensor))});
  return made;
}

bool is_pinned(const void* address) { return pool().contains(address); }

bool use_pinned(const void* address, const DeviceStream& stream) { return pool().use(address, stream); }

}  // namespace tt::cuda
