// What Python sees of CUDA: functions over plain numbers in `tt_kernels._C.cuda`, from which tt.cuda is made.
#pragma once

#include <nanobind/nanobind.h>

namespace tt::cuda {

void add_python(nanobind::module_& module);

}  // namespace tt::cuda
