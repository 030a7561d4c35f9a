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

// Hands `call` on to another op with the same leading arguments: its form, its `out=`, its result.
inline void hand_on(const Op& op, Call& call) {
  Call inner(call.form);
  for (int arg = 0; arg < op.spec->arg_count; ++arg) {
    if (call.args[arg].is_tensor())
      inner.set(arg, call.args[arg].tensor);
    else
      inner.args[arg] = call.args[arg];
  }
  for (; inner.out_count < call.out_count; ++inner.out_count) {
    inner.out[inner.out_count] = call.out[inner.out_count];
    inner.keys = inner.keys | call.out[inner.out_count]->keys();
  }
  dispatch(op, inner);
  for (int i = 0; i < inner.result_count; ++i) call.add_result(inner.take_result(i));
}

// For kernels whose op has a derivative of its own: the ops inside are not recorded, nor are views of theirs.
struct BelowAutograd : ExcludeGuard {
  BelowAutograd() : ExcludeGuard(KeySet(Key::Autograd) | Key::ADInplaceOrView) {}
};

}  // namespace tt::kernels
