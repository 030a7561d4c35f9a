// The driver's entry points, filled by dlopen: of libcuda, or of the emulator's library, which has the same names, when
// TT_CUDA_EMULATE=1. Nothing is linked, and nothing is opened before the first use.
#pragma once

#include <cstdint>
#include <string>

#include "tt/kernels/cuda/driver_types.h"

namespace tt::cuda {

// X(the member's name, the symbol, its arguments)
#define TT_FORALL_DRIVER_CALLS(X)                                                                        \
  X(init, cuInit, (unsigned flags))                                                                      \
  X(driver_version, cuDriverGetVersion, (int* version))                                                  \
  X(error_name, cuGetErrorName, (CUresult error, const char** text))                                     \
  X(error_text, cuGetErrorString, (CUresult error, const char** text))                                   \
  X(device_count, cuDeviceGetCount, (int* count))                                                        \
  X(device_name, cuDeviceGetName, (char* name, int length, CUdevice device))                             \
  X(device_attribute, cuDeviceGetAttribute, (int* value, int attribute, CUdevice device))                \
  X(device_memory, cuDeviceTotalMem_v2, (size_t* bytes, CUdevice device))                                \
  X(retain_context, cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))                    \
  X(set_context, cuCtxSetCurrent, (CUcontext context))                                                   \
  X(synchronize_context, cuCtxSynchronize, ())                                                           \
  X(memory_info, cuMemGetInfo_v2, (size_t* free_bytes, size_t* total_bytes))                             \
  X(allocate, cuMemAlloc_v2, (CUdeviceptr * data, size_t bytes))                                         \
  X(deallocate, cuMemFree_v2, (CUdeviceptr data))                                                        \
  X(allocate_pinned, cuMemHostAlloc, (void** data, size_t bytes, unsigned flags))                        \
  X(deallocate_pinned, cuMemFreeHost, (void* data))                                                      \
  X(copy_to_device, cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void* from, size_t bytes, CUstream on)) \
  X(copy_to_host, cuMemcpyDtoHAsync_v2, (void* to, CUdeviceptr from, size_t bytes, CUstream on))         \
  X(copy_on_device, cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream on)) \
  X(copy_between, cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream on))          \
  X(load_module, cuModuleLoadData, (CUmodule * module, const void* image))                               \
  X(find_function, cuModuleGetFunction, (CUfunction * function, CUmodule module, const char* name))      \
  X(function_attribute, cuFuncGetAttribute, (int* value, int attribute, CUfunction function))            \
  X(launch, cuLaunchKernel,                                                                              \
    (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,           \
     unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream on, void** args, void** extra)) \
  X(create_stream, cuStreamCreateWithPriority, (CUstream * stream, unsigned flags, int priority))        \
  X(synchronize_stream, cuStreamSynchronize, (CUstream stream))                                          \
  X(query_stream, cuStreamQuery, (CUstream stream))                                                      \
  X(wait_event, cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))                     \
  X(create_event, cuEventCreate, (CUevent * event, unsigned flags))                                      \
  X(destroy_event, cuEventDestroy_v2, (CUevent event))                                                   \
  X(record_event, cuEventRecord, (CUevent event, CUstream stream))                                       \
  X(query_event, cuEventQuery, (CUevent event))                                                          \
  X(synchronize_event, cuEventSynchronize, (CUevent event))                                              \
  X(elapsed_time, cuEventElapsedTime, (float* milliseconds, CUevent start, CUevent end))

struct Driver {
#define TT_MEMBER(member, symbol, arguments) CUresult(*member) arguments = nullptr;
  TT_FORALL_DRIVER_CALLS(TT_MEMBER)
#undef TT_MEMBER
  bool is_emulated = false;
  // The emulator's only, null on a device. Turns its checks on or off, and says whether they are on.
  bool (*emulator_checks)(int on) = nullptr;
  // Tells it that memory goes back to the stream that it was allocated on, which may use it again.
  void (*emulator_release)(CUdeviceptr data, CUstream stream) = nullptr;
};

// Where the emulator's library lies; said once, by the Python package.
void set_emulator_library(std::string path);
const std::string& emulator_library();
bool wants_emulator();

// The table, or null; then `why` says what is missing and how to mend it. Never throws.
const Driver* find_driver(std::string* why = nullptr);
// The table. Throws Runtime where there is none.
const Driver& driver();

// Throws what the code says, as an error of the call that meets it.
void check(CUresult code, const char* doing);

}  // namespace tt::cuda
