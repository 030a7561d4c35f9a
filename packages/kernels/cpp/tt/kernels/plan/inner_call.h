// Calls of other ops from inside a kernel or composite. Unlike tt::invoke they put no name in front of an
// error: it gets that of the op which the user called.
#pragma once

#include <initializer_list>

#include "tt/core/dispatch/invoke.h"

namespace tt::kernels {

inline Tensor inner_call(const Op& op, std::initializer_list<Slot> given) {
  Call call;
  fill(op, call, given);
  dispatch(op, call);
  return call.take_result();
}

// For kernels whose op has a derivative of its own: the ops inside are not recorded, nor are views of theirs.
struct BelowAutograd : ExcludeGuard {
  BelowAutograd() : ExcludeGuard(KeySet(Key::Autograd) | Key::ADInplaceOrView) {}
};

}  // namespace tt::kernels
