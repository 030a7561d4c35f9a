// The functions of `tt_core._C` that say what is known of ops.
#pragma once

#include <nanobind/nanobind.h>

namespace tt {

void add_op_facts(nanobind::module_& m);

}  // namespace tt
