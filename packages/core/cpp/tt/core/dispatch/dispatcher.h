// Stage 3 of a call: who handles (op, keys)? Knows neither shapes nor dtypes.
#pragma once

#include "tt/core/base/trace.h"
#include "tt/core/dispatch/op.h"

namespace tt {

// The traced twin; says which key was taken and why each other was passed over.
TT_API void dispatch_traced(const Op& op, Call& call, KeySet allowed);
// A call whose arguments bring no key that the op handles: without any tensor it is the CPU's, else an error.
TT_API void dispatch_without_key(const Op& op, Call& call);

inline void dispatch_among(const Op& op, Call& call, KeySet allowed) {
  KeySet keys = (((call.keys | thread_state.include) - thread_state.exclude) & allowed) &
                op.mask[static_cast<int>(call.form)];
  if (is_traced()) return dispatch_traced(op, call, allowed);
  if (TT_UNLIKELY(keys.empty())) return dispatch_without_key(op, call);
  op.table[static_cast<int>(keys.highest())].kernel(op, call);
}

inline void dispatch(const Op& op, Call& call) { dispatch_among(op, call, KeySet::all()); }

// Goes on below `key`: what a kernel of `key` does when its own work is done.
inline void redispatch_below(Key key, const Op& op, Call& call) {
  dispatch_among(op, call, KeySet::below(key));
}

}  // namespace tt
