// The functions of `tt_core._C` that `tt` is made of.
#pragma once

#include <nanobind/nanobind.h>

namespace tt {

void add_functions(nanobind::module_& m);

}  // namespace tt
