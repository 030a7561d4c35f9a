// Compiled, and never linked or run: that the driver's entry points as we call them, and its numbers, are those of
// NVIDIA's cuda.h. Called by ci/cuda_compile.sh, since neither the build nor the tests have that header.
#define __CUDA_API_VERSION_INTERNAL  // older entry points too, under the names that the library exports
#include <cuda.h>
#include <library_types.h>

#include <type_traits>

#include "tt/kernels/cuda/driver.h"

namespace {

using namespace tt::cuda;

// Whether a caller that passes the one is understood by who expects the other. Handles are pointers to what nobody looks
// into; an enumeration is passed as an int.
template <class Ours, class Theirs>
constexpr bool fits =
    std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> && sizeof(Ours) == sizeof(Theirs) &&
    std::is_floating_point_v<Ours> == std::is_floating_point_v<Theirs>;
template <class Ours, class Theirs>
constexpr bool fits<Ours*, Theirs*> = [] {
  if constexpr (std::is_void_v<Ours> || std::is_void_v<Theirs>)
    return std::is_void_v<Ours> && std::is_void_v<Theirs>;
  else if constexpr (std::is_class_v<Ours> || std::is_class_v<Theirs>)
    return std::is_class_v<Ours> && std::is_class_v<Theirs>;
  else
    return fits<Ours, Theirs>;
}();
template <class... Ours, class... Theirs>
constexpr bool fits<tt::cuda::CUresult (*)(Ours...), ::CUresult (*)(Theirs...)> = [] {
  if constexpr (sizeof...(Ours) != sizeof...(Theirs))
    return false;
  else
    return (fits<Ours, Theirs> && ...);
}();

#define TT_FITS(member, symbol, arguments) \
  static_assert(fits<decltype(Driver::member), decltype(&::symbol)>, "not as cuda.h has it: " #symbol);
TT_FORALL_DRIVER_CALLS(TT_FITS)

#define TT_SAME(ours, theirs) static_assert(static_cast<int>(ours) == static_cast<int>(theirs))
TT_SAME(kSuccess, CUDA_SUCCESS);
TT_SAME(kInvalidValue, CUDA_ERROR_INVALID_VALUE);
TT_SAME(kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
TT_SAME(kInvalidDevice, CUDA_ERROR_INVALID_DEVICE);
TT_SAME(kInvalidContext, CUDA_ERROR_INVALID_CONTEXT);
TT_SAME(kInvalidHandle, CUDA_ERROR_INVALID_HANDLE);
TT_SAME(kNotFound, CUDA_ERROR_NOT_FOUND);
TT_SAME(kNotReady, CUDA_ERROR_NOT_READY);
TT_SAME(kLaunchFailed, CUDA_ERROR_LAUNCH_FAILED);
TT_SAME(kMaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
TT_SAME(kMaxSharedPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
TT_SAME(kWarpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
TT_SAME(kMultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
TT_SAME(kComputeMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
TT_SAME(kComputeMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
TT_SAME(kFunctionSharedBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
TT_SAME(kFunctionRegisters, CU_FUNC_ATTRIBUTE_NUM_REGS);
TT_SAME(kStreamNonBlocking, CU_STREAM_NON_BLOCKING);
TT_SAME(kEventDisableTiming, CU_EVENT_DISABLE_TIMING);
TT_SAME(kR16F, CUDA_R_16F);
TT_SAME(kR16BF, CUDA_R_16BF);
TT_SAME(kR32F, CUDA_R_32F);
TT_SAME(kR64F, CUDA_R_64F);
TT_SAME(kC32F, CUDA_C_32F);
TT_SAME(kC64F, CUDA_C_64F);

}  // namespace
