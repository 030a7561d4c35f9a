// The emulated devices, and what the driver asks of a thread before it does anything: a context, and streams, events and
// functions that are of that context's device and have not been destroyed. What a program on one device, in the thread that
// began it, never gets wrong.
#pragma once

#include <cstdint>

#include "tt/kernels/cuda/driver_types.h"

namespace tt::emulator {

inline constexpr int kMostDevices = 8;

// How many there are: TT_CUDA_EMULATE_DEVICES, else one.
int device_count();
// The device of the calling thread's context; -1 while it has none.
int current_device();
void set_current_device(int device);

// body(), if the thread has a context.
template <class Body>
cuda::CUresult in_context(Body&& body) {
  return current_device() < 0 ? cuda::kInvalidContext : body();
}

// Whether the stream is alive, and of the current device; a null stream always is.
bool is_usable(cuda::CUstream stream);
// By which order.h knows it, when it is usable.
uint32_t number_of(cuda::CUstream stream);

}  // namespace tt::emulator
