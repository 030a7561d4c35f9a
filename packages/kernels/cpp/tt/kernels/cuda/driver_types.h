// The driver's and cuBLAS's types and numbers, as far as they are used: their ABI, so that no CUDA header is needed.
#pragma once

#include <cstddef>

namespace tt::cuda {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CublasHandle = struct cublasContext*;

inline constexpr CUresult kSuccess = 0;
inline constexpr CUresult kInvalidValue = 1;
inline constexpr CUresult kOutOfMemory = 2;
inline constexpr CUresult kInvalidDevice = 101;
inline constexpr CUresult kInvalidContext = 201;
inline constexpr CUresult kInvalidHandle = 400;
inline constexpr CUresult kNotFound = 500;
inline constexpr CUresult kNotReady = 600;
inline constexpr CUresult kLaunchFailed = 719;

enum DeviceAttribute : int {
  kMaxThreadsPerBlock = 1,
  kMaxSharedPerBlock = 8,
  kWarpSize = 10,
  kMultiprocessorCount = 16,
  kComputeMajor = 75,
  kComputeMinor = 76,
};
enum FunctionAttribute : int { kFunctionSharedBytes = 1, kFunctionRegisters = 4 };

inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kEventDisableTiming = 2;

// cudaDataType, and cublasComputeType for accumulation in 32 and in 64 bits.
enum GemmType : int { kR32F = 0, kR64F = 1, kR16F = 2, kC32F = 4, kC64F = 5, kR16BF = 14 };
inline constexpr int kCompute32F = 68, kCompute64F = 70;
inline constexpr int kGemmDefault = -1;
enum GemmOperation : int { kPlain = 0, kTransposed = 1 };

}  // namespace tt::cuda
