#include "tt/core/base/thread_state.h"

namespace tt {

constinit thread_local ThreadState thread_state __attribute__((tls_model("initial-exec")));

}  // namespace tt
