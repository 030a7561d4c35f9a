#include "tt/core/dispatch/dispatcher.h"

#include "tt/core/base/trace.h"
#include "tt/core/dispatch/describe.h"

namespace tt {
namespace {

std::string why_passed_over(const Op& op, const Call& call, Key key, KeySet allowed) {
  if (!allowed.has(key)) return "handled above";
  if (thread_state.exclude.has(key))
    return key == Key::Autograd ? "excluded in this thread (no_grad)" : "excluded in this thread";
  if (!(call.keys | thread_state.include).has(key)) {
    return key == Key::Autograd ? "no argument requires grad" : "no argument brings it";
  }
  if (!op.mask[static_cast<int>(call.form)].has(key)) {
    return key == Key::ADInplaceOrView ? "fallthrough: the call neither writes nor makes a view"
                                       : "fallthrough";
  }
  return "a higher key was taken";
}

// Calls `visit(what the reader calls it, the tensor)` for every tensor of the call.
template <class Visit>
void for_each_named_tensor(const Op& op, const Call& call, Visit&& visit) {
  for (int i = 0; i < op.spec->arg_count; ++i) {
    const Slot& slot = call.args[i];
    std::string argument = op.spec->args[i].name;
    if (slot.is_tensor()) visit(argument, *slot.tensor);
    if (slot.tag != Tag::TensorList) continue;
    for (uint32_t item = 0; item < slot.length; ++item) {
      if (slot.tensors[item]) visit(argument + "[" + std::to_string(item) + "]", *slot.tensors[item]);
    }
  }
  for (int i = 0; i < call.out_count; ++i) visit("out", *call.out[i]);
}

// The first argument that has the key; a call without tensors gets its key from `device`. Views have Autograd
// without a history of their own, so that what is written to their base later finds them.
std::string bringer_of(const Op& op, const Call& call, Key key) {
  std::string first, view;
  for_each_named_tensor(op, call, [&](const std::string& argument, const TensorImpl& tensor) {
    if (!tensor.keys().has(key)) return;
    std::string& found = key == Key::Autograd && !tensor.requires_grad() ? view : first;
    if (found.empty()) found = argument;
  });
  if (!first.empty()) return first;
  if (!view.empty()) return view + ", a view whose base may come to require grad";
  if (thread_state.include.has(key)) return "this thread's include set";
  if (op.device_arg >= 0 && call.args[op.device_arg].tag == Tag::Device)
    return op.spec->args[op.device_arg].name;
  return "the default device";
}

}  // namespace

void dispatch_traced(const Op& op, Call& call, KeySet allowed) {
  TraceScope trace(Stage::Dispatch, op.name(), name(call.form), "dispatch");
  KeySet mask = op.mask[static_cast<int>(call.form)];
  KeySet keys = (((call.keys | thread_state.include) - thread_state.exclude) & allowed) & mask;
  if (TracePause pause{trace}) {
    trace.detail("keys", to_string(call.keys));
    std::vector<std::string> per_argument;
    for_each_named_tensor(op, call, [&](const std::string& argument, const TensorImpl& tensor) {
      per_argument.push_back(argument + ": " + to_string(tensor.keys()));
    });
    trace.detail("per_argument", std::move(per_argument));
    trace.detail("include", to_string(thread_state.include));
    trace.detail("exclude", to_string(thread_state.exclude));
    trace.detail("mask", to_string(mask));
    std::vector<std::string> passed_over;
    for (int k = kKeyCount - 1; k >= 0; --k) {
      Key key = static_cast<Key>(k);
      bool relevant = key >= Key::ADInplaceOrView || call.keys.has(key);
      if (!relevant || (!keys.empty() && keys.highest() == key)) continue;
      if (!keys.empty() && key < keys.highest() && keys.has(key)) {
        passed_over.push_back(std::string(name(key)) + ": below the key taken");
        continue;
      }
      passed_over.push_back(std::string(name(key)) + ": " + why_passed_over(op, call, key, allowed));
    }
    trace.detail("passed_over", std::move(passed_over));
  }
  if (keys.empty()) return dispatch_without_key(op, call);
  Key chosen = keys.highest();
  const KernelEntry& entry = op.table[static_cast<int>(chosen)];
  if (TracePause pause{trace}) {
    trace.detail("chosen", std::string(name(chosen)));
    trace.detail("brought_by", bringer_of(op, call, chosen));
    trace.detail("kernel", std::string(entry.name));
    trace.detail("registered_file", std::string(entry.where.file));
    trace.detail("registered_line", entry.where.line);
    trace.detail("rule", entry.rule);
  }
  entry.kernel(op, call);
}

void dispatch_without_key(const Op& op, Call& call) {
  if (call.keys.empty()) {
    call.keys = KeySet(Key::CPU);
    return dispatch(op, call);
  }
  KeySet effective = (call.keys | thread_state.include) - thread_state.exclude;
  fail(ErrorKind::Runtime, "there is nothing to dispatch on: the arguments' keys are {", to_string(call.keys),
       "}, of which {", to_string(effective), "} are not excluded, and the op handles {",
       to_string(op.mask[static_cast<int>(call.form)]), "}");
}

}  // namespace tt
