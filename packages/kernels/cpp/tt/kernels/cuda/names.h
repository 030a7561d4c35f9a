// Kernels by the names that C++ gives their instantiations: what NVRTC is asked to compile, and what the emulator's
// units register theirs under. Knows neither.
#pragma once

#include <string>

#include "tt/core/base/dtype.h"
#include "tt/core/base/promotion.h"

namespace tt::cuda {

inline std::string type_name(DType dtype) {
  switch (dtype) {
#define TT_NAME(E, T, N, C) \
  case DType::E:            \
    return #T;
    TT_FORALL_DTYPES(TT_NAME)
#undef TT_NAME
    default:
      return "void";
  }
}

inline std::string promotion_name(Promotion promotes) {
  constexpr const char* kNames[] = {"None", "Default", "IntToFloat", "ToBool", "ComplexToReal"};
  return std::string("::tt::Promotion::") + kNames[static_cast<int>(promotes)];
}

inline std::string kernel_name(const std::string& kernel, const std::string& arguments) {
  return "tt::kernels::device::" + kernel + "<" + arguments + ">";
}

// Kernels of a functor: contiguous, strided (with an index type) and casting.
inline std::string pointwise_arguments(const char* functor, int inputs, int scalars, DType dtype,
                                       Promotion promotes) {
  return std::string("::tt::kernels::") + functor + ", " + std::to_string(inputs) + ", " +
         std::to_string(scalars) + ", " + type_name(dtype) + ", " + promotion_name(promotes);
}

// Whether the input has the dtype that is combined, any other, or is what an earlier launch left.
enum class ReduceInput { Same, Dynamic, Partial };

inline std::string reduce_arguments(const char* functor, DType dtype, ReduceInput input, bool index_32) {
  std::string in = input == ReduceInput::Same      ? type_name(dtype)
                   : input == ReduceInput::Dynamic ? "::tt::kernels::device::Dynamic"
                                                   : "::tt::kernels::device::Partial";
  return std::string("::tt::kernels::") + functor + ", " + type_name(dtype) + ", " + in +
         (index_32 ? ", uint32_t" : ", uint64_t");
}

// Kernels of a dtype and a flag: softmax, extremum, random.
inline std::string flagged_arguments(DType dtype, bool flag) {
  return type_name(dtype) + (flag ? ", true" : ", false");
}

}  // namespace tt::cuda
