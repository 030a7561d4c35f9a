// The kernels of ops without a functor of their own, and of copies.
#include "tt/kernels/cuda/device/arange.cu"
#include "tt/kernels/cuda/device/extremum.cu"
#include "tt/kernels/cuda/device/matmul.cu"
#include "tt/kernels/cuda/device/random.cu"
#include "tt/kernels/cuda/device/softmax.cu"
#include "tt/kernels/cuda/device/transpose.cu"
#include "tt/kernels/cuda/emulator/pointwise_kernels.h"
#include "tt/kernels/functors/identity.h"

namespace tt::emulator {
namespace {

using namespace kernels::device;

constexpr uint32_t kEvery = (1u << kDTypeCount) - 1;

void add(const char* kernel, const std::string& arguments, Trampoline run) {
  add_kernel(cuda::kernel_name(kernel, arguments).c_str(), run);
}

template <class T>
void add_of() {
  constexpr DType dtype = DTypeOf<T>::value;
  constexpr Category kind = category(dtype);
  std::string yes = cuda::flagged_arguments(dtype, true), no = cuda::flagged_arguments(dtype, false);
  if constexpr (kind == Category::Float) {
    add("softmax", yes, Call<softmax<T, true>>::run);
    add("softmax", no, Call<softmax<T, false>>::run);
    add("random", yes, Call<random<T, true>>::run);
    add("random", no, Call<random<T, false>>::run);
  }
  if constexpr (kind != Category::Complex) {
    add("extremum", yes, Call<extremum<T, true>>::run);
    add("extremum", no, Call<extremum<T, false>>::run);
  }
  if constexpr (kind != Category::Complex && kind != Category::Bool)
    add("arange", cuda::type_name(dtype), Call<arange<T>>::run);
  if constexpr (kind != Category::Signed && kind != Category::Bool)
    add("matmul", cuda::type_name(dtype), Call<matmul<T>>::run);
}

bool add_all() {
  add_pointwise<kernels::Identity, 1, 0, kEvery, Promotion::Default>("Identity");
#define TT_ADD(E, T, N, C) add_of<T>();
  TT_FORALL_DTYPES(TT_ADD)
#undef TT_ADD
  add("transpose", cuda::type_name(DType::UInt8), Call<transpose<uint8_t>>::run);
  add("transpose", cuda::type_name(DType::UInt16), Call<transpose<uint16_t>>::run);
  add("transpose", cuda::type_name(DType::UInt32), Call<transpose<uint32_t>>::run);
  add("transpose", cuda::type_name(DType::UInt64), Call<transpose<uint64_t>>::run);
  add("transpose", cuda::type_name(DType::Complex128), Call<transpose<ComplexDouble>>::run);
  return true;
}

[[maybe_unused]] const bool added = add_all();

}  // namespace
}  // namespace tt::emulator
