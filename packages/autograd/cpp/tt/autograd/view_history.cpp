// A view shares its base's memory, and so its history: when the base, or another view of it, was written
// to, what the view says about how its values came about is out of date. It is made again, by replaying the
// view's ops on the base, when somebody asks.
#include "tt/autograd/meta.h"
#include "tt/core/base/error.h"
#include "tt/core/base/thread_state.h"

namespace tt::autograd {
namespace {

class RecordingGuard {
 public:
  RecordingGuard() : saved_(thread_state.exclude) { thread_state.exclude = saved_ - Key::Autograd; }
  ~RecordingGuard() { thread_state.exclude = saved_; }

 private:
  KeySet saved_;
};

// Whether one of the views between base and view was itself made a leaf, which the view's history leads to.
bool has_leaf_between(const ViewMeta& record) {
  for (const ViewMeta* step = &record; step->parent.get() != step->base().get(); step = step->parent->view) {
    const Meta* meta = meta_of(*step->parent);
    if ((step->parent->flags & kRequiresGrad) && !(meta && meta->grad_fn)) return true;
  }
  return false;
}

}  // namespace

void refresh_view(TensorImpl& view) {
  const ViewMeta& record = *view.view;
  Meta* meta = meta_of(view);
  if (TT_LIKELY(meta && meta->grad_fn && meta->version == view.version())) return;
  if (!(record.base()->flags & kRequiresGrad)) {
    if (meta && meta->grad_fn && !has_leaf_between(record)) cut_history(view);
    return;
  }
  // Made under no_grad: the view is cut off from its base, whatever happens to that.
  if (!record.grad_mode) return;
  TT_CHECK(!record.multi_output || !meta || !meta->grad_fn, Runtime, "Output ", meta->output, " of ",
           meta->grad_fn->name(),
           " is a view and its base or another view of its base has been modified inplace. This view is the "
           "output of a function that returns multiple views. Such functions do not allow the output views "
           "to be modified inplace. You should replace the inplace operation by an out-of-place one.");
  RecordingGuard guard;
  Tensor again = replay_from(record, record.base());
  const Meta* made = meta_of(*again);
  set_history(view, made->grad_fn, made->output);
}

}  // namespace tt::autograd
