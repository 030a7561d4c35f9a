// The driver's interface over the emulator: the same symbols as libcuda's, of which tt::cuda::Driver is filled. All
// work is done before a call returns; an error of a kernel is kept for the next call that would wait for it.
#include "tt/kernels/cuda/emulator/driver.h"

#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "tt/kernels/cuda/emulator/block.h"
#include "tt/kernels/cuda/emulator/check.h"
#include "tt/kernels/cuda/emulator/contexts.h"
#include "tt/kernels/cuda/emulator/faults.h"
#include "tt/kernels/cuda/emulator/memory.h"
#include "tt/kernels/cuda/emulator/order.h"
#include "tt/kernels/cuda/emulator/report.h"
#include "tt/kernels/cuda/emulator/shared.h"
#include "tt/kernels/cuda/environment.h"

namespace tt::cuda {

struct CUfunc_st {
  std::string name;
  emulator::Trampoline kernel;
  int device;
  size_t shared_bytes = 0;  // of the last launch
};
struct CUmod_st {
  int device = 0;
  std::map<std::string, CUfunc_st> functions;
};
struct CUctx_st {};

}  // namespace tt::cuda

namespace tt::emulator {
namespace {

using namespace tt::cuda;

std::map<std::string, Trampoline>& kernels() {
  static auto* all = new std::map<std::string, Trampoline>;
  return *all;
}

CUctx_st contexts[kMostDevices];

bool is_device(CUdevice device) { return device >= 0 && device < device_count(); }

bool is_too_large(unsigned grid_y, unsigned grid_z, unsigned x, unsigned y, unsigned z, unsigned grid_x) {
  return x > 1024 || y > 1024 || z > 64 || uint64_t{x} * y * z > 1024 || grid_y > 65535 || grid_z > 65535 ||
         grid_x > 0x7fffffffu || !x || !y || !z || !grid_x || !grid_y || !grid_z;
}

}  // namespace

std::mutex launching;

CUresult finished() { return has_report() ? kLaunchFailed : kSuccess; }

bool add_kernel(const char* name, Trampoline kernel) {
  kernels()[name] = kernel;
  return true;
}

}  // namespace tt::emulator

using namespace tt::emulator;
using namespace tt::cuda;

TT_ENTRY cuInit(unsigned) {
  checking = is_set("TT_CUDA_EMULATE_CHECK");
  catch_faults();
  return kSuccess;
}
extern "C" TT_EMULATOR_API bool tt_emulator_checks(int on) {
  if (on >= 0) checking = on != 0;
  return checking;
}
// The names of all kernels, one after the other; null behind the last.
extern "C" TT_EMULATOR_API const char* tt_emulator_kernel_name(int index) {
  auto& all = kernels();
  if (index < 0 || index >= static_cast<int>(all.size())) return nullptr;
  return std::next(all.begin(), index)->first.c_str();
}
TT_ENTRY cuDriverGetVersion(int* version) {
  *version = 13000;
  return kSuccess;
}
TT_ENTRY cuDeviceGetCount(int* count) {
  *count = device_count();
  return kSuccess;
}
TT_ENTRY cuDeviceGetName(char* name, int length, CUdevice device) {
  if (!is_device(device)) return kInvalidDevice;
  std::strncpy(name, "emulated", static_cast<size_t>(length));
  return kSuccess;
}
TT_ENTRY cuDeviceGetAttribute(int* value, int attribute, CUdevice device) {
  if (!is_device(device)) return kInvalidDevice;
  *value = attribute == kMaxThreadsPerBlock    ? 1024
           : attribute == kMaxSharedPerBlock   ? static_cast<int>(kSharedBytes)
           : attribute == kWarpSize            ? kWarp
           : attribute == kMultiprocessorCount ? 4
           : attribute == kComputeMajor        ? 9
                                               : 0;
  return kSuccess;
}
TT_ENTRY cuDeviceTotalMem_v2(size_t* bytes, CUdevice device) {
  if (!is_device(device)) return kInvalidDevice;
  size_t free_bytes;
  memory_info(device, &free_bytes, bytes);
  return kSuccess;
}
TT_ENTRY cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (!is_device(device)) return kInvalidDevice;
  *context = &contexts[device];
  return kSuccess;
}
TT_ENTRY cuCtxSetCurrent(CUcontext context) {
  set_current_device(context ? static_cast<int>(context - contexts) : -1);
  return kSuccess;
}
TT_ENTRY cuCtxSynchronize() {
  return in_context([] {
    let_host_wait(clock_of_all());
    return finished();
  });
}

// There is one module a device: all kernels that were compiled into the process.
TT_ENTRY cuModuleLoadData(CUmodule* module, const void*) {
  return in_context([&] {
    static CUmod_st modules[kMostDevices];
    std::lock_guard lock(launching);
    *module = &modules[current_device()];
    (*module)->device = current_device();
    return kSuccess;
  });
}
TT_ENTRY cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return in_context([&] {
    auto found = kernels().find(name);
    if (found == kernels().end()) return kNotFound;
    std::lock_guard lock(launching);
    *function =
        &module->functions.try_emplace(name, CUfunc_st{name, found->second, module->device}).first->second;
    return kSuccess;
  });
}
TT_ENTRY cuFuncGetAttribute(int* value, int attribute, CUfunction function) {
  std::lock_guard lock(launching);
  *value = attribute == kFunctionSharedBytes ? static_cast<int>(function->shared_bytes) : 0;
  return kSuccess;
}
TT_ENTRY cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned, CUstream stream,
                        void** args, void**) {
  if (current_device() < 0) return kInvalidContext;
  if (function->device != current_device() || !is_usable(stream)) return kInvalidHandle;
  if (is_too_large(grid_y, grid_z, block_x, block_y, block_z, grid_x)) return kInvalidValue;
  if (has_report()) return kSuccess;  // as on a device: nothing runs after a failure, and a later wait tells
  std::lock_guard lock(launching);
  DeviceAccess access(current_device());
  begin_work_checks({begin_work(number_of(stream)), function->name.c_str()});
  run_launch({function->name.c_str(),
              function->kernel,
              args,
              {grid_x, grid_y, grid_z},
              {block_x, block_y, block_z}});
  function->shared_bytes = shared_bytes_in_use();
  return kSuccess;
}
