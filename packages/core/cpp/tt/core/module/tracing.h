// The functions of `tt_core._C` that record calls: of one call every event, of a whole script sums.
#pragma once

#include <nanobind/nanobind.h>

namespace tt {

void add_tracing(nanobind::module_& m);

}  // namespace tt
