#include "tt/autograd/record_mutation.h"

#include "tt/autograd/copy_slices.h"
#include "tt/autograd/meta.h"
#include "tt/autograd/unimplemented.h"
#include "tt/core/base/error.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/dispatcher.h"
#include "tt/core/tensor/view.h"

namespace tt::autograd {

// Torch's rules for writing to a tensor while recording, before anything is written.
void check_write(TensorImpl& written) {
  if (written.view && !may_be_written(*written.view)) refuse_write(written, "is being");
  if (!written.requires_grad()) return;
  TT_CHECK(!written.view || !is_leaf(*written.view->base()), Runtime,
           "a view of a leaf Variable that requires grad is being used in an in-place operation.");
  TT_CHECK(!is_leaf(written), Runtime,
           "a leaf Variable that requires grad is being used in an in-place operation.");
}

void set_history_of_written(TensorImpl& written, Ref<Node> node) {
  if (!written.view) return set_history(written, std::move(node), 0);
  // The view's own history follows from its base's, when somebody asks (view_history.cpp).
  TensorImpl& base = *written.view->base();
  Edge base_history = base.requires_grad() ? edge_of(base) : Edge{};
  auto whole = Ref<Node>::steal(new CopySlices(std::move(base_history), base, written, std::move(node)));
  set_history(base, std::move(whole), 0);
}

bool writes_beside_self(const Op& op) {
  if (!op.writes) return false;
  const OpSpec& spec = *op.spec;
  bool returns_self = spec.return_count == 0 || (spec.return_count == 1 && spec.returns[0].writes);
  return op.writes != 1 || !returns_self;
}

void record_mutation(const Op& op, Call& call) {
  TraceScope trace(Stage::Autograd, op.name(), name(call.form), "NotImplemented");
  uint32_t written_args = op.writes & call.tensor_mask;
  for (uint32_t mask = written_args; mask; mask &= mask - 1)
    check_write(*call.args[__builtin_ctz(mask)].tensor);
  {
    ExcludeGuard guard(Key::Autograd);
    redispatch_below(Key::Autograd, op, call);
  }
  auto record = [&](TensorImpl& tensor, auto&& set) {
    if (!is_differentiable(tensor.dtype())) return;
    TensorImpl* outputs[] = {&tensor};
    set(tensor, Unimplemented::make(op, call, outputs, 1));
  };
  for (int i = 0; i < call.result_count; ++i) {
    bool is_fresh = call.results[i].is_tensor() && !op.spec->returns[i].alias_set;
    if (is_fresh)
      record(*call.results[i].tensor,
             [](TensorImpl& t, Ref<Node> node) { set_history(t, std::move(node), 0); });
  }
  for (uint32_t mask = written_args; mask; mask &= mask - 1)
    record(*call.args[__builtin_ctz(mask)].tensor, set_history_of_written);
}

}  // namespace tt::autograd
