// CUDA memory as core asks for it: allocation by the caching allocator, and copies on the current stream.
#include "tt/core/base/allocator.h"

#include "tt/kernels/cuda/allocator.h"
#include "tt/kernels/cuda/pinned.h"

namespace tt::cuda {
namespace {

void synchronize_current(Device device) {
  DeviceGuard guard(device);
  check(driver().synchronize_stream(current_stream(current_device())), "waiting for a stream");
}

class CudaAllocator final : public Allocator {
 public:
  void* allocate(size_t bytes, int index) override { return cuda::allocate(bytes, index); }
  void deallocate(void* data, size_t, int) noexcept override { cuda::deallocate(data); }
  int current_index() override {
    // Throws where there is no device, before anything is made.
    (void)driver();
    return current_device();
  }
  Storage* host_storage(int64_t bytes) override { return bytes ? pinned_storage(bytes) : nullptr; }
  void copy(void* to, Device to_device, const void* from, Device from_device, size_t bytes,
            bool non_blocking) override {
    bool to_host = to_device.type != DeviceType::CUDA, from_host = from_device.type != DeviceType::CUDA;
    DeviceGuard guard(from_host ? to_device : from_device);
    CUstream stream = current_stream(current_device());
    auto target = reinterpret_cast<CUdeviceptr>(to), source = reinterpret_cast<CUdeviceptr>(from);
    const bool is_marked = non_blocking && (from_host || to_host) &&
                           use_pinned(from_host ? from : to, {current_device(), stream});
    if (from_host) {
      check(driver().copy_to_device(target, from, bytes, stream), "copying to the device");
    } else if (to_host) {
      check(driver().copy_to_host(to, source, bytes, stream), "copying to the host");
    } else if (to_device == from_device) {
      return check(driver().copy_on_device(target, source, bytes, stream), "copying on the device");
    } else {
      // What the other device was given may still use the memory.
      synchronize_current(to_device);
      check(driver().copy_between(target, source, bytes, stream), "copying between devices");
    }
    // Host memory may be freed, or read, as soon as this returns; another device has other streams.
    if (!is_marked) check(driver().synchronize_stream(stream), "waiting for a copy");
  }
};

}  // namespace

void register_allocator() {
  static CudaAllocator only;
  set_allocator(DeviceType::CUDA, &only);
}

}  // namespace tt::cuda
