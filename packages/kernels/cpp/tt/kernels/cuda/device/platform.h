// What every .cu file opens with: the words of CUDA C++, from NVRTC or from the emulator's shim. Shared memory is
// declared with TT_SHARED alone, so that the emulator can watch it:
//
//   TT_SHARED(float, partial, 256);  // float (&partial)[256]
#pragma once

#include "tt/core/base/dtype.h"

#if defined(TT_EMULATE)
#include "tt/kernels/cuda/emulator/shim.h"
#else
#define TT_SHARED(T, name, N) __shared__ T name[N]
#endif
