// The few macros of the code base: symbol visibility, branch hints, and the mark
// of functions that g++ and NVRTC both compile.
#pragma once

#define TT_API __attribute__((visibility("default")))
#define TT_LIKELY(x) __builtin_expect(!!(x), 1)
#define TT_UNLIKELY(x) __builtin_expect(!!(x), 0)

// Functions of one element. Always inlined on the host, so that a unit compiled
// for AVX-512 leaves no weak symbol which the linker could pick for a baseline unit.
#if defined(__CUDACC__)
#define TT_HD __host__ __device__ inline
#else
#define TT_HD __attribute__((always_inline)) inline
#endif
