#include "tt/core/base/trace.h"

// Note [Price of the hook]
// What a stage does for a trace is a cold function of its own: a call that nobody listens to pays one test, and the
// functions around it stay small enough to be inlined. ci/hook_cost.py compares with a build without the hook.

namespace tt {

const char* name(Stage stage) {
  static constexpr const char* kNames[] = {"call",   "bind",    "dispatch", "autograd",
                                           "kernel", "iterate", "loop"};
  return kNames[static_cast<int>(stage)];
}

}  // namespace tt
