#include "tt/core/base/trace.h"

namespace tt {

const char* name(Stage stage) {
  static constexpr const char* kNames[] = {"call",   "bind",    "dispatch", "autograd",
                                           "kernel", "iterate", "loop"};
  return kNames[static_cast<int>(stage)];
}

}  // namespace tt
