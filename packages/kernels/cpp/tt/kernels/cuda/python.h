// What Python sees of CUDA: functions over plain numbers in `tt_kernels._C.cuda`, from which tt.cuda is made.
#pragma once

#include <nanobind/nanobind.h>

#include "tt/core/bind/python.h"
#include "tt/kernels/cuda/driver_types.h"

namespace tt::cuda {

void add_python(nanobind::module_& module);
void add_streams(nanobind::module_& module);  // and events

// Errors of ours become Python's.
template <class Body>
auto checked(Body&& body) {
  try {
    return body();
  } catch (...) {
    set_python_error();
    throw nanobind::python_error();
  }
}

// Streams and events cross as the driver's addresses.
using Address = uintptr_t;
inline CUstream stream_at(Address address) { return reinterpret_cast<CUstream>(address); }
inline CUevent event_at(Address address) { return reinterpret_cast<CUevent>(address); }

}  // namespace tt::cuda
