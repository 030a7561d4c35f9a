// cuBLAS's matrix product as plain loops by columns, so that leading dimensions and steps are tested.
#include "tt/core/base/dtype.h"
#include "tt/kernels/cuda/emulator/check.h"
#include "tt/kernels/cuda/emulator/contexts.h"
#include "tt/kernels/cuda/emulator/driver.h"
#include "tt/kernels/cuda/emulator/memory.h"
#include "tt/kernels/cuda/emulator/report.h"
#include "tt/kernels/functors/cell.h"

namespace tt::cuda {
struct cublasContext {
  int device;
  CUstream stream = nullptr;
};
}  // namespace tt::cuda

namespace tt::emulator {
namespace {

constexpr int kNotInitialised = 1;

// `columns` of `rows` elements each, as they lie in memory, for each product of a batch.
struct Operand {
  const void* data;
  long long leading, step;
  bool transposed;
  int rows, columns;
};

void check_matrices(const Operand& operand, size_t size, int batch, Access access) {
  if (!checking) return;
  for (int i = 0; i < batch; ++i) {
    for (int column = 0; column < operand.columns; ++column) {
      const long long first = i * operand.step + column * operand.leading;
      check_range(static_cast<const char*>(operand.data) + first * static_cast<long long>(size),
                  static_cast<size_t>(operand.rows) * size, access);
    }
  }
}

// Complex numbers and short floats are added in their opmath type.
template <class T>
void multiply(int k, const Operand& a, const Operand& b, const Operand& c, int batch) {
  using kernels::Cell;
  using A = opmath_t<T>;
  check_matrices(a, sizeof(T), batch, Access::Read);
  check_matrices(b, sizeof(T), batch, Access::Read);
  check_matrices(c, sizeof(T), batch, Access::Write);
  if (has_report()) return;
  for (int i = 0; i < batch; ++i) {
    const T* left = static_cast<const T*>(a.data) + i * a.step;
    const T* right = static_cast<const T*>(b.data) + i * b.step;
    T* out = static_cast<T*>(const_cast<void*>(c.data)) + i * c.step;
    for (int column = 0; column < c.columns; ++column) {
      for (int row = 0; row < c.rows; ++row) {
        A sum{};
        for (int l = 0; l < k; ++l) {
          A x = Cell<T>::load(left[a.transposed ? l + row * a.leading : row + l * a.leading]);
          A y = Cell<T>::load(right[b.transposed ? column + l * b.leading : l + column * b.leading]);
          sum = sum + x * y;
        }
        out[row + column * c.leading] = Cell<T>::store(sum);
      }
    }
  }
}

}  // namespace
}  // namespace tt::emulator

using namespace tt::emulator;

#pragma GCC diagnostic ignored "-Wmissing-declarations"
extern "C" {

// A handle is of the device that was current when it was made.
TT_EMULATOR_API int cublasCreate_v2(tt::cuda::CublasHandle* handle) {
  if (current_device() < 0) return kNotInitialised;
  *handle = new tt::cuda::cublasContext{current_device()};
  return 0;
}
TT_EMULATOR_API int cublasSetStream_v2(tt::cuda::CublasHandle handle, tt::cuda::CUstream stream) {
  if (handle->device != current_device() || !is_usable(stream)) return kNotInitialised;
  handle->stream = stream;
  return 0;
}

// As cuBLAS refuses them: a leading dimension smaller than the columns are long.
TT_EMULATOR_API int cublasGemmStridedBatchedEx(tt::cuda::CublasHandle handle, int a_operation,
                                               int b_operation, int m, int n, int k, const void*,
                                               const void* a, int type, int a_leading, long long a_step,
                                               const void* b, int, int b_leading, long long b_step,
                                               const void*, void* c, int, int c_leading, long long c_step,
                                               int batch, int, int) {
  constexpr int kInvalidValue = 7, kNotSupported = 15;
  if (handle->device != current_device() || !is_usable(handle->stream)) return kNotInitialised;
  auto least = [](int size) { return size > 1 ? size : 1; };
  if (a_leading < least(a_operation ? k : m) || b_leading < least(b_operation ? n : k) ||
      c_leading < least(m))
    return kInvalidValue;
  if (has_report()) return 0;  // as a launch
  std::lock_guard lock(launching);
  DeviceAccess access(current_device());
  begin_work_checks({begin_work(number_of(handle->stream)), "cuBLAS"});
  const bool turn_a = a_operation != 0, turn_b = b_operation != 0;
  const Operand left{a, a_leading, a_step, turn_a, turn_a ? k : m, turn_a ? m : k};
  const Operand right{b, b_leading, b_step, turn_b, turn_b ? n : k, turn_b ? k : n};
  const Operand result{c, c_leading, c_step, false, m, n};
  auto run = [&](auto zero) {
    multiply<decltype(zero)>(k, left, right, result, batch);
    return 0;
  };
  switch (type) {
    case tt::cuda::kR16F:
      return run(tt::Half{});
    case tt::cuda::kR16BF:
      return run(tt::BFloat16{});
    case tt::cuda::kR32F:
      return run(0.0f);
    case tt::cuda::kR64F:
      return run(0.0);
    case tt::cuda::kC32F:
      return run(tt::ComplexFloat{});
    case tt::cuda::kC64F:
      return run(tt::ComplexDouble{});
    default:
      return kNotSupported;
  }
}
}
