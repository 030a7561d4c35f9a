// A view shares its base's memory, and so its history: when the base, or another view of it, was written
// to, what the view says about how its values came about is out of date. It is made again, by replaying the
// view's ops on the base, when somebody asks.
#include <string>

#include "tt/autograd/meta.h"
#include "tt/core/base/error.h"
#include "tt/core/base/thread_state.h"
#include "tt/core/tensor/view.h"

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

void refuse_write(const TensorImpl& view, const char* modified) {
  const Meta* meta = meta_of(view);
  bool of_several = view.view->multi_output && meta && meta->grad_fn;
  std::string what = "A view was created in";
  if (meta && meta->grad_fn) {
    what = "Output " + std::to_string(meta->output) + " of " + meta->grad_fn->name() +
           (of_several ? " is a view and " : " is a view of a view which was created in");
  }
  if (!of_several) what += " no_grad mode and ";
  what += std::string(modified) + " modified inplace";
  if (of_several) {
    fail(ErrorKind::Runtime, what,
         ". This view is the output of a function that returns multiple views. Such functions do not allow "
         "the output views to be modified inplace. You should replace the inplace operation by an "
         "out-of-place one.");
  }
  fail(ErrorKind::Runtime, what,
       " with grad mode enabled. Given that this use case is ambiguous and error-prone, it is forbidden. You "
       "can clarify your code by moving both the view and the inplace either both inside the no_grad block "
       "(if you don't want the inplace to be tracked) or both outside (if you want the inplace to be "
       "tracked).");
}

bool may_be_written(const ViewMeta& view) { return view.recorded && !view.multi_output; }

void refresh_view(TensorImpl& view) {
  const ViewMeta& record = *view.view;
  Meta* meta = meta_of(view);
  bool has_history = meta && meta->grad_fn;
  if (TT_LIKELY(has_history && meta->version == view.version())) return;
  if (!(record.base()->flags & kRequiresGrad)) {
    if (has_history && !has_leaf_between(record)) cut_history(view);
    return;
  }
  if (TT_UNLIKELY(!may_be_written(record))) {
    if (!has_history && record.version == view.version()) return;
    refuse_write(view, "its base or another view of its base has been");
  }
  RecordingGuard guard;
  Tensor again = replay_from(record, record.base());
  const Meta* made = meta_of(*again);
  set_history(view, made->grad_fn, made->output);
}

}  // namespace tt::autograd
