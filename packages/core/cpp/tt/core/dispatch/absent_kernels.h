// The kernels that stand where there is none: they raise, and say what there is instead.
#pragma once

#include "tt/core/dispatch/op.h"

namespace tt {

// Of a backend for which nothing is registered; rule 5 of Note [Dispatch table].
void missing_kernel(const Op& op, Call& call);
// Of every key of an op that was taken away (Registry::undefine).
void undefined_kernel(const Op& op, Call& call);

}  // namespace tt
