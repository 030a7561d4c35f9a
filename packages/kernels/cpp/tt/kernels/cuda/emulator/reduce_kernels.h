// The kernels of a reduction's functor under the names that the host asks for.
#pragma once

#include "tt/kernels/cuda/device/reduce.cu"
#include "tt/kernels/cuda/names.h"

namespace tt::emulator {

template <class F, class T, class In, class Index>
void add_reduction_as(const char* functor, cuda::ReduceInput input) {
  std::string arguments =
      cuda::reduce_arguments(functor, DTypeOf<T>::value, input, std::is_same_v<Index, uint32_t>);
  add_kernel(cuda::kernel_name("reduce", arguments).c_str(),
             Call<kernels::device::reduce<F, T, In, Index>>::run);
}

template <class F, class T>
void add_reduction_of(const char* functor) {
  using Accumulator = typename F::template Accumulator<T>;
  add_reduction_as<F, T, T, uint32_t>(functor, cuda::ReduceInput::Same);
  add_reduction_as<F, T, T, uint64_t>(functor, cuda::ReduceInput::Same);
  add_reduction_as<F, T, kernels::device::Dynamic, uint64_t>(functor, cuda::ReduceInput::Dynamic);
  add_reduction_as<F, Accumulator, kernels::device::Partial, uint64_t>(functor, cuda::ReduceInput::Partial);
}

template <class F, uint32_t accepts>
bool add_reduction(const char* functor) {
  // Truth values are all that arrives where they are what is reduced.
  constexpr uint32_t combined =
      kernels::reduction_dtype<F>() == kernels::ReductionDType::Truth ? bit(DType::Bool) : accepts;
#define TT_KERNELS(E, T, N, C) \
  if constexpr (!kernels::unwritten<F> && (combined & bit(DType::E))) add_reduction_of<F, T>(functor);
  TT_FORALL_DTYPES(TT_KERNELS)
#undef TT_KERNELS
  return true;
}

}  // namespace tt::emulator
