// `tt_core._C`: the extension module over libtt_core. Its functions are in the files beside this one, by who uses
// them: `tt` (functions), tools (op_facts, tracing), tests (inspection), tt.library (run_time).
#include <nanobind/nanobind.h>

#include "tt/core/base/module_stamp.h"
#include "tt/core/bind/objects.h"
#include "tt/core/module/functions.h"
#include "tt/core/module/inspection.h"
#include "tt/core/module/op_facts.h"
#include "tt/core/module/run_time.h"
#include "tt/core/module/stamp.h"
#include "tt/core/module/tracing.h"

namespace nb = nanobind;

NB_MODULE(_C, m) {
  m.doc() = "The core of tt: tensors, dtypes, dispatch. Users import tt.";
  try {
    tt::init_bind(m.ptr());
  } catch (const tt::PythonError&) {
    throw nb::python_error();
  }
  tt::add_op_facts(m);
  tt::add_tracing(m);
  tt::add_functions(m);
  tt::add_inspection(m);
  tt::add_run_time_registration(m);
  m.attr("stamp") = tt::module_stamp();
#ifdef TT_EXACT_ALLOC
  m.attr("keeps_freed_memory") = false;
#else
  m.attr("keeps_freed_memory") = true;
#endif
  m.def("library_stamp", tt::stamp,
        "The stamp that libtt_core was built with; equal to `stamp` in a fitting set.");
}
