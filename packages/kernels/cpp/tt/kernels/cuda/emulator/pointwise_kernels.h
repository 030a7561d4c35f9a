// The kernels of a pointwise functor under the names that the host asks for: add_pointwise, which a generated unit
// calls for each functor of its header.
#pragma once

#include "tt/kernels/cuda/device/pointwise.cu"
#include "tt/kernels/cuda/names.h"

namespace tt::emulator {

template <class F, int Inputs, int Scalars, class T, Promotion promotes>
void add_pointwise_of(const char* functor) {
  using kernels::device::casting;
  using kernels::device::contiguous;
  using kernels::device::strided;
  // What the functor computes for T; dtypes that share it share kernels here.
  using E = typename decltype(kernels::loop_type<F, T>())::type;
  std::string arguments = cuda::pointwise_arguments(functor, Inputs, Scalars, DTypeOf<T>::value, promotes);
  auto name = [&](const char* kernel, const char* index) {
    return cuda::kernel_name(kernel, arguments + index);
  };
  add_kernel(name("contiguous", "").c_str(), Call<contiguous<F, Inputs, Scalars, E, promotes>>::run);
  add_kernel(name("strided", ", uint32_t").c_str(),
             Call<strided<F, Inputs, Scalars, E, promotes, uint32_t>>::run);
  add_kernel(name("casting", "").c_str(), Call<casting<F, Inputs, Scalars, T, promotes>>::run);
}

template <class List, int Inputs, int Scalars, uint32_t accepts, Promotion promotes>
struct AddVariants;

// `accepts` as the op table has it; with IntToFloat the plan has no integers left.
template <class F, int Inputs, int Scalars, uint32_t accepts, Promotion promotes>
bool add_pointwise(const char* functor) {
  constexpr bool floats_only = promotes == Promotion::IntToFloat || kernels::inexact_only<F>;
#define TT_KERNELS(E, T, N, C)                                         \
  if constexpr (!kernels::unwritten<F> && (accepts & bit(DType::E)) && \
                !(floats_only && is_integral(DType::E, true))) {       \
    add_pointwise_of<F, Inputs, Scalars, T, promotes>(functor);        \
  }
  TT_FORALL_DTYPES(TT_KERNELS)
#undef TT_KERNELS
  if constexpr (requires { typename F::Variants; })
    AddVariants<typename F::Variants, Inputs, Scalars, accepts, promotes>::add();
  return true;
}

template <class... F, int Inputs, int Scalars, uint32_t accepts, Promotion promotes>
struct AddVariants<kernels::FunctorList<F...>, Inputs, Scalars, accepts, promotes> {
  static void add() { (add_pointwise<F, Inputs, Scalars, accepts, promotes>(F::kName), ...); }
};

}  // namespace tt::emulator
