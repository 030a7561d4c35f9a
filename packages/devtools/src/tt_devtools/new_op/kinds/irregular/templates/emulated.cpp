// The kernels of `$name` for the emulator, under the names that cuda/$name.cpp asks for.
#include "tt/kernels/cuda/device/$name.cu"

#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/kernels/cuda/names.h"

namespace tt::emulator {
namespace {

constexpr uint32_t kTypes = $types;

template <class T>
void add_of() {
  std::string kernel = cuda::kernel_name("$name", cuda::type_name(DTypeOf<T>::value));
  add_kernel(kernel.c_str(), Call<kernels::device::$name<T>>::run);
}

bool add_all() {
#define TT_ADD(E, T, N, C) \
  if constexpr ((kTypes & bit(DType::E)) != 0) add_of<T>();
  TT_FORALL_DTYPES(TT_ADD)
#undef TT_ADD
  return true;
}

[[maybe_unused]] const bool added = add_all();

}  // namespace
}  // namespace tt::emulator
