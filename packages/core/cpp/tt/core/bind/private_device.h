// The device type that a Python program registers (key PrivateUse1): its name and where its memory comes from.
#pragma once

#include "tt/core/base/location.h"
#include "tt/core/bind/python.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

// `allocate(bytes) -> address` and `free(address, bytes)` are Python callables, or both null: then the memory is the
// CPU's. Freed with what it was allocated with, whatever is registered by then.
TT_API void register_private_device(const char* name, PyObject* allocate, PyObject* free, Location where);
// Takes the name back; tensors of the device live on, new ones cannot be made.
TT_API void remove_private_device();
// Whether a device is registered whose memory is the CPU's.
TT_API bool private_device_is_host();

// A CPU tensor over the memory of a tensor of that device, which must be memory of the host. Keeps it alive.
TT_API Tensor host_tensor(const TensorImpl& tensor);

}  // namespace tt
