#include "tt/kernels/cuda/pinned.h"

#include <mutex>
#include <unordered_set>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/device.h"
#include "tt/kernels/plan/inner_call.h"

namespace tt::cuda {
namespace {

struct Pinned {
  std::mutex mutex;
  std::unordered_set<const void*> blocks;
};

Pinned& pinned() {
  static auto* all = new Pinned;  // tensors may outlive statics
  return *all;
}

void let_go(void* data) {
  if (!data) return;
  {
    std::lock_guard lock(pinned().mutex);
    pinned().blocks.erase(data);
  }
  DeviceGuard guard(current_device());
  driver().deallocate_pinned(data);
}

}  // namespace

Tensor pinned_copy(const TensorImpl& tensor) {
  TT_CHECK(tensor.device().type == DeviceType::CPU, Runtime, "pin_memory: cannot pin a tensor on ",
           to_string(tensor.device()), ", only those of the CPU");
  DeviceGuard guard(current_device());
  int64_t bytes = tensor.numel() * tensor.itemsize();
  void* data = nullptr;
  if (bytes) {
    check(driver().allocate_pinned(&data, static_cast<size_t>(bytes), 0), "allocating pinned memory");
    std::lock_guard lock(pinned().mutex);
    pinned().blocks.insert(data);
  }
  Storage* storage = wrap_memory(data, bytes, Device{}, let_go, data);
  int64_t strides[kMaxDims];
  contiguous_strides(tensor.sizes(), strides);
  Tensor made = new_tensor(storage, tensor.dtype(), Layout::Strided, tensor.sizes(), strides, 0);
  kernels::BelowAutograd below;
  kernels::inner_call(find_op<"copy_">(), {Slot::of(made.get()), Slot::of(const_cast<TensorImpl*>(&tensor))});
  return made;
}

bool is_pinned(const TensorImpl& tensor) {
  std::lock_guard lock(pinned().mutex);
  return pinned().blocks.contains(tensor.storage()->data());
}

}  // namespace tt::cuda
