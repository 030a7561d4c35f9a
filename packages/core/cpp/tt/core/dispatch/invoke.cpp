#include "tt/core/dispatch/invoke.h"

namespace tt {

void fill(const Op& op, Call& call, std::initializer_list<Slot> given) {
  int index = 0;
  for (const Slot& slot : given) {
    call.args[index] = slot;
    if (slot.is_tensor()) {
      call.tensor_mask |= 1u << index;
      call.keys = call.keys | slot.tensor->keys();
    }
    ++index;
  }
  for (; index < op.spec->arg_count; ++index) call.args[index] = op.defaults[index];
  if (op.device_arg >= 0) {
    const Slot& device = call.args[op.device_arg];
    if (device.tag == Tag::Device)
      call.keys = KeySet(backend_key(device.device().type));
    else if (call.keys.empty())
      call.keys = KeySet(Key::CPU);
  }
}

Tensor invoke(const Op& op, std::initializer_list<Slot> given) {
  Call call;
  fill(op, call, given);
  run(op, call);
  return call.take_result();
}

}  // namespace tt
