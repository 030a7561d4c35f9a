// The driver's interface over the emulator: what its errors are called, and what a failed launch did.
#include <string>

#include "tt/kernels/cuda/emulator/driver.h"
#include "tt/kernels/cuda/emulator/report.h"

namespace {

using namespace tt::cuda;

struct ErrorText {
  const char *name, *text;
};

ErrorText text_of(CUresult error) {
  switch (error) {
    case kSuccess:
      return {"CUDA_SUCCESS", "no error"};
    case kInvalidValue:
      return {"CUDA_ERROR_INVALID_VALUE", "invalid argument"};
    case kOutOfMemory:
      return {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"};
    case kInvalidDevice:
      return {"CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"};
    case kInvalidContext:
      return {"CUDA_ERROR_INVALID_CONTEXT", "invalid device context: this thread has none"};
    case kInvalidHandle:
      return {"CUDA_ERROR_INVALID_HANDLE", "invalid resource handle: destroyed, or of another device"};
    case kNotFound:
      return {"CUDA_ERROR_NOT_FOUND", "named symbol not found; hint: ./tt build makes the emulated kernels"};
    case kNotReady:
      return {"CUDA_ERROR_NOT_READY", "device not ready; hint: wait for the event first, with synchronize()"};
    case kLaunchFailed:
      return {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"};
    default:
      return {"CUDA_ERROR_UNKNOWN", "unknown error"};
  }
}

}  // namespace

TT_ENTRY cuGetErrorName(CUresult error, const char** text) {
  *text = text_of(error).name;
  return kSuccess;
}
// Of a failed launch: what the emulator saw. With that it is forgotten, where a device would need a new process.
TT_ENTRY cuGetErrorString(CUresult error, const char** text) {
  static thread_local std::string said;
  *text = text_of(error).text;
  if (error == kLaunchFailed) {
    said = "emulated " + tt::emulator::take_report();
    *text = said.c_str();
  }
  return kSuccess;
}
