#include "tt/kernels/cuda/cublas.h"

#include <dlfcn.h>

#include <mutex>
#include <string>
#include <vector>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/device.h"
#include "tt/kernels/cuda/provider.h"

namespace tt::cuda {
namespace {

using Operation = int;

struct Cublas {
  int (*create)(CublasHandle* handle) = nullptr;
  int (*set_stream)(CublasHandle handle, CUstream stream) = nullptr;
  int (*multiply)(CublasHandle handle, Operation a_operation, Operation b_operation, int m, int n, int k,
                  const void* alpha, const void* a, int a_type, int a_leading, long long a_step,
                  const void* b, int b_type, int b_leading, long long b_step, const void* beta, void* c,
                  int c_type, int c_leading, long long c_step, int batch, int compute_type,
                  int algorithm) = nullptr;
};

// Null where cuBLAS is not installed. Throws Runtime where it cannot be loaded.
const Cublas* find() {
  std::string path = driver().is_emulated ? emulator_library() : cublas_library();
  if (path.empty()) return nullptr;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char* error = library ? nullptr : dlerror();
  TT_CHECK(library, Runtime, "cuda: cuBLAS cannot be loaded: ", error ? error : path,
           "\nhint: pip install --force-reinstall nvidia-cublas");
  static Cublas table;
  table.create = reinterpret_cast<decltype(table.create)>(dlsym(library, "cublasCreate_v2"));
  table.set_stream = reinterpret_cast<decltype(table.set_stream)>(dlsym(library, "cublasSetStream_v2"));
  table.multiply = reinterpret_cast<decltype(table.multiply)>(dlsym(library, "cublasGemmStridedBatchedEx"));
  TT_CHECK(table.create && table.set_stream && table.multiply, Runtime, "cuda: ", path,
           " has not the entry points of cuBLAS that are used\nhint: pip install --upgrade nvidia-cublas");
  return &table;
}

const Cublas* cublas() {
  static const Cublas* once = find();
  return once;
}

void check_cublas(int code, const char* doing) {
  constexpr int kAllocFailed = 3;
  TT_CHECK(code != kAllocFailed, OutOfMemory, "cuda: out of memory: cuBLAS found none for itself while ",
           doing, "\nhint: tt.cuda.empty_cache(), and CuPy's get_default_memory_pool().free_all_blocks()");
  TT_CHECK(code == 0, Runtime, "cuBLAS error ", code, " while ", doing);
}

// Handles, each with tens of MiB of the device's memory, that no thread has any more.
struct IdleHandles {
  std::mutex mutex;
  std::vector<CublasHandle> by_device[kMaxDevices];
};
IdleHandles& idle_handles() {
  static auto* all = new IdleHandles;  // threads may outlive statics
  return *all;
}

// One a device, since a handle has one stream at a time; they go to another thread when this one ends.
struct ThreadHandles {
  CublasHandle by_device[kMaxDevices] = {};

  CublasHandle get(int device) {
    CublasHandle& handle = by_device[device];
    if (handle) return handle;
    {
      std::lock_guard lock(idle_handles().mutex);
      std::vector<CublasHandle>& idle = idle_handles().by_device[device];
      if (!idle.empty()) {
        handle = idle.back();
        idle.pop_back();
      }
    }
    if (!handle) check_cublas(cublas()->create(&handle), "starting");
    return handle;
  }
  ~ThreadHandles() {
    std::lock_guard lock(idle_handles().mutex);
    for (int device = 0; device < kMaxDevices; ++device) {
      if (by_device[device]) idle_handles().by_device[device].push_back(by_device[device]);
    }
  }
};

CublasHandle handle() {
  thread_local ThreadHandles handles;
  CublasHandle found = handles.get(current_device());
  check_cublas(cublas()->set_stream(found, current_stream(current_device())), "setting the stream");
  return found;
}

int gemm_type(DType dtype) {
  switch (dtype) {
    case DType::Float16:
      return kR16F;
    case DType::BFloat16:
      return kR16BF;
    case DType::Float32:
      return kR32F;
    case DType::Float64:
      return kR64F;
    case DType::Complex64:
      return kC32F;
    case DType::Complex128:
      return kC64F;
    default:
      return -1;
  }
}

}  // namespace

bool has_gemm(DType dtype) { return gemm_type(dtype) >= 0 && cublas() != nullptr; }

void run_gemm(const Gemm& g) {
  // alpha and beta are of the compute type.
  const double doubles[2] = {1, 0}, no_doubles[2] = {};
  const float floats[2] = {1, 0}, no_floats[2] = {};
  bool wide = g.dtype == DType::Float64 || g.dtype == DType::Complex128;
  int type = gemm_type(g.dtype);
  int code = cublas()->multiply(
      handle(), g.a_operation, g.b_operation, static_cast<int>(g.m), static_cast<int>(g.n),
      static_cast<int>(g.k), wide ? static_cast<const void*>(doubles) : floats, g.a, type,
      static_cast<int>(g.a_leading), g.a_step, g.b, type, static_cast<int>(g.b_leading), g.b_step,
      wide ? static_cast<const void*>(no_doubles) : no_floats, g.c, type, static_cast<int>(g.c_leading),
      g.c_step, static_cast<int>(g.batch), wide ? kCompute64F : kCompute32F, kGemmDefault);
  check_cublas(code, "multiplying matrices");
  wait_if_launches_block();
}

}  // namespace tt::cuda
