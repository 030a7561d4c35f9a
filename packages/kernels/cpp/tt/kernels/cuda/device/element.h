// Elements whose dtype is known only when the kernel runs: read as T, or written from one. The branch is the same
// for all threads of a launch.
#pragma once

#include "tt/core/base/dtype.h"
#include "tt/kernels/functors/convert.h"

// Many kernels share these bodies; the emulator's compiler need not repeat them in each.
#if defined(TT_EMULATE)
#define TT_DYNAMIC __attribute__((noinline))
#else
#define TT_DYNAMIC __device__ inline
#endif

namespace tt::kernels::device {

// Stands for an input type where the dtype is an argument of the kernel.
struct Dynamic {};

template <class T>
TT_DYNAMIC opmath_t<T> load_as(const char* from, DType dtype) {
  switch (dtype) {
#define TT_LOAD(E, From, N, C) \
  case DType::E:               \
    return converted<T>(Cell<From>::load(*reinterpret_cast<const typename Cell<From>::Memory*>(from)));
    TT_FORALL_DTYPES(TT_LOAD)
#undef TT_LOAD
    default:
      return {};
  }
}

template <class T>
TT_DYNAMIC void store_as(char* to, DType dtype, T value) {
  switch (dtype) {
#define TT_STORE(E, To, N, C)                                                                  \
  case DType::E:                                                                               \
    *reinterpret_cast<typename Cell<To>::Memory*>(to) = Cell<To>::store(converted<To>(value)); \
    return;
    TT_FORALL_DTYPES(TT_STORE)
#undef TT_STORE
    default:
      return;
  }
}

// In is the type in memory, or Dynamic.
template <class T, class In>
TT_HD opmath_t<T> load_element(const char* from, DType dtype) {
  if constexpr (std::is_same_v<In, Dynamic>)
    return load_as<T>(from, dtype);
  else
    return converted<T>(Cell<In>::load(*reinterpret_cast<const typename Cell<In>::Memory*>(from)));
}

}  // namespace tt::kernels::device
