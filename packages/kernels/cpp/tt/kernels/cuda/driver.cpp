#include "tt/kernels/cuda/driver.h"

#include <dlfcn.h>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/environment.h"

namespace tt::cuda {
namespace {

std::string emulator_path;

struct Found {
  Driver driver;
  std::string why;  // it is not there; empty when it is
};

std::string fill(Driver& table, void* library) {
#define TT_FIND(member, symbol, arguments)                                          \
  table.member = reinterpret_cast<decltype(table.member)>(dlsym(library, #symbol)); \
  if (!table.member) return "the driver has no " #symbol "\nhint: update the NVIDIA driver";
  TT_FORALL_DRIVER_CALLS(TT_FIND)
#undef TT_FIND
  return {};
}

std::string find(Driver& table) {
  table.is_emulated = wants_emulator();
  const char* path = table.is_emulated ? emulator_path.c_str() : "libcuda.so.1";
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library && table.is_emulated) {
    const char* error = dlerror();
    return std::string("the emulator's library cannot be loaded: ") + (error ? error : path) +
           "\nhint: ./tt build; wheels do not hold the emulator";
  }
  if (!library) {
    return "no NVIDIA driver is installed (libcuda.so.1 is not found)\nhint: install the driver, or set "
           "TT_CUDA_EMULATE=1 to run on the emulator";
  }
  std::string missing = fill(table, library);
  if (!missing.empty()) return missing;
  if (table.is_emulated) {
    table.emulator_checks =
        reinterpret_cast<decltype(table.emulator_checks)>(dlsym(library, "tt_emulator_checks"));
    table.emulator_release =
        reinterpret_cast<decltype(table.emulator_release)>(dlsym(library, "tt_emulator_release"));
  }
  if (CUresult code = table.init(0); code != kSuccess) {
    const char* text = "unknown error";
    table.error_text(code, &text);
    return std::string("the driver does not start: ") + text +
           "\nhint: nvidia-smi shows what is wrong, and TT_CUDA_EMULATE=1 runs on the emulator";
  }
  return {};
}

const Found& found() {
  static const Found* once = [] {
    auto* made = new Found;
    made->why = find(made->driver);
    return made;
  }();
  return *once;
}

}  // namespace

void set_emulator_library(std::string path) { emulator_path = std::move(path); }
const std::string& emulator_library() { return emulator_path; }

bool wants_emulator() { return is_set("TT_CUDA_EMULATE"); }

const Driver* find_driver(std::string* why) {
  const Found& one = found();
  if (why) *why = one.why;
  return one.why.empty() ? &one.driver : nullptr;
}

const Driver& driver() {
  const Found& one = found();
  TT_CHECK(one.why.empty(), Runtime, "cuda: ", one.why);
  return one.driver;
}

void check(CUresult code, const char* doing) {
  if (TT_LIKELY(code == kSuccess)) return;
  const char *name = "CUDA_ERROR_UNKNOWN", *text = "unknown error";
  driver().error_name(code, &name);
  driver().error_text(code, &text);
  fail(code == kOutOfMemory ? ErrorKind::OutOfMemory : ErrorKind::Runtime, "CUDA error ", code, " (", name,
       ") while ", doing, ": ", text);
}

}  // namespace tt::cuda
