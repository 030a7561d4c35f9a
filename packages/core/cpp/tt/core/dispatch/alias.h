// The alias step: all that follows from a schema's alias marks and from the form of a call.
// Version bumps, view records and refusals of overlapping writes happen here, never in kernels.
#pragma once

#include "tt/core/dispatch/op.h"

namespace tt {

// The fallback of ADInplaceOrView, for calls that write or make views.
TT_API void alias_step(const Op& op, Call& call);
void register_alias_step();

// Raises when several elements of what is to be written are one in memory.
TT_API void check_no_internal_overlap(const TensorImpl& written);

}  // namespace tt
