// The functions of `tt_core._C` under tt.library: ops, kernels, fallbacks and a device, registered by a running
// program and taken away again.
#pragma once

#include <nanobind/nanobind.h>

namespace tt {

void add_run_time_registration(nanobind::module_& module);

}  // namespace tt
