// What a Python kernel returned, checked against the schema and brought to where the call's form wants it:
// Note [Python kernels], 3 and 4.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/dispatch/op.h"

namespace tt {

// A kernel as messages show it: "scale_cpu (scale.py:7)".
struct KernelName {
  const char* name;
  Location where;
  // The key whose device the results must be on; Autograd for a kernel that runs above the backends.
  Key key;
};

void take_results(const Op& op, Call& call, PyObject* returned, const KernelName& kernel);

}  // namespace tt
