#include "tt/core/dispatch/alias.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "tt/core/base/allocator.h"
#include "tt/core/dispatch/describe.h"
#include "tt/core/dispatch/dispatcher.h"
#include "tt/core/dispatch/invoke.h"
#include "tt/core/dispatch/registry.h"
#include "tt/core/tensor/overlap.h"
#include "tt/core/tensor/view.h"

namespace tt {
namespace {

// The op and copies of its arguments, in one block: slots and the ints of lists follow the struct. Tensors
// beside the viewed one are kept alive; define() refuses view ops with arguments that could not be copied.
struct RecordedView final : ViewMeta {
  const Op* op;
  uint32_t bytes;  // of the block, which is larger than the type says
  uint8_t count;

  Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }
  const Slot* slots() const { return reinterpret_cast<const Slot*>(this + 1); }

  static RecordedView* make(const Op& op, const Call& call) {
    int count = op.spec->arg_count;
    size_t int_count = 0;
    // A list that is not given is None, of length 0.
    for (uint32_t mask = op.list_args; mask; mask &= mask - 1)
      int_count += call.args[__builtin_ctz(mask)].length;
    size_t bytes =
        sizeof(RecordedView) + std::max(count, kUsualArgs) * sizeof(Slot) + int_count * sizeof(int64_t);
    auto* record = new (cpu::allocate(bytes)) RecordedView;
    record->bytes = static_cast<uint32_t>(bytes);
    record->op = &op;
    record->count = static_cast<uint8_t>(count);
    Slot* slots = record->slots();
    // As many as most views have are copied without a call; what is beyond `count` is not read.
    std::memcpy(slots, call.args, kUsualArgs * sizeof(Slot));
    if (TT_UNLIKELY(count > kUsualArgs))
      std::copy(call.args + kUsualArgs, call.args + count, slots + kUsualArgs);
    auto* space = reinterpret_cast<int64_t*>(slots + std::max(count, kUsualArgs));
    for (uint32_t mask = op.list_args; mask; mask &= mask - 1) {
      Slot& slot = slots[__builtin_ctz(mask)];
      if (slot.is_none()) continue;
      for (uint32_t i = 0; i < slot.length; ++i) space[i] = slot.ints[i];
      slot.ints = space;
      space += slot.length;
    }
    record->for_each_kept([](TensorImpl* tensor) { retain(tensor); });
    return record;
  }
  ~RecordedView() override {
    for_each_kept([](TensorImpl* tensor) { release(tensor); });
  }
  static void operator delete(RecordedView* record, std::destroying_delete_t) {
    uint32_t bytes = record->bytes;
    record->~RecordedView();
    cpu::deallocate(record, bytes);
  }

  Tensor replay(const Tensor& parent) const override {
    Call call;
    for (int i = 0; i < count; ++i) {
      if (slots()[i].is_tensor() && i != op->viewed_arg)
        call.set(i, slots()[i].tensor);
      else
        call.args[i] = slots()[i];
    }
    call.set(op->viewed_arg, parent.get());
    run(*op, call);
    return call.take_result();
  }
  const char* op_name() const override { return op->spec->name; }

 private:
  static constexpr int kUsualArgs = 4;

  RecordedView() = default;
  // Tensors beside the viewed one, which is the parent.
  template <class Visit>
  void for_each_kept(Visit&& visit) {
    for (uint32_t mask = op->all_tensor_args & ~(1u << op->viewed_arg); mask; mask &= mask - 1) {
      Slot& slot = slots()[__builtin_ctz(mask)];
      if (slot.is_tensor()) visit(slot.tensor);
    }
  }
};
static_assert(alignof(RecordedView) % alignof(Slot) == 0 && sizeof(RecordedView) % alignof(Slot) == 0);

void record_view(const Op& op, const Call& call, TensorImpl& result) {
  TensorImpl& parent = *call.args[op.viewed_arg].tensor;
  // `to` or `reshape` may hand back their argument, or copy.
  if (&result == &parent || result.storage() != parent.storage() || result.view) return;
  // What detach returns shares memory and versions, but is nobody's view: the graph is cut there.
  if (!op.differentiable) return;
  RecordedView* record = RecordedView::make(op, call);
  record->parent = Tensor::share(&parent);
  if (parent.view) record->root = parent.view->base();
  record->version = parent.version();
  bool parent_recorded = !parent.view || parent.view->recorded;
  record->recorded = parent_recorded && (call.recorded || grad_enabled());
  result.view = record;
  result.flags |= kDifferentiableView;
  result.add_key(Key::Autograd);
}

// Whether both show the same elements in the same order; dims of size 1 say nothing.
bool is_same_view(const TensorImpl& a, const TensorImpl& b) {
  if (a.offset() != b.offset() || a.dtype() != b.dtype() || a.numel() != b.numel()) return false;
  int i = 0, k = 0;
  for (;; ++i, ++k) {
    while (i < a.ndim() && a.size(i) == 1) ++i;
    while (k < b.ndim() && b.size(k) == 1) ++k;
    if (i == a.ndim() || k == b.ndim()) return i == a.ndim() && k == b.ndim();
    if (a.size(i) != b.size(k) || a.stride(i) != b.stride(k)) return false;
  }
}

// Reading and writing the same elements in the same order is fine; anything between is not.
bool overlaps_partly(const TensorImpl& written, const TensorImpl& read) {
  if (&written == &read || written.storage() != read.storage()) return false;
  return !is_same_view(written, read) && have_common_byte(written.region(), read.region());
}

void check_write(const Op& op, const Call& call, const TensorImpl& written) {
  if (!op.fills) check_no_internal_overlap(written);
  for_each_tensor(call, [&](const TensorImpl& read) {
    TT_CHECK(!overlaps_partly(written, read), Runtime,
             "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
             "single memory location, got ",
             describe(read), " and ", describe(written), "; hint: clone() one of them first");
  });
}

// Two results in one place.
void check_outputs(const Call& call) {
  for (int i = 0; i < call.out_count; ++i) {
    for (int k = 0; k < i; ++k) {
      const TensorImpl &a = *call.out[i], &b = *call.out[k];
      TT_CHECK(a.storage() != b.storage() || !have_common_byte(a.region(), b.region()), Runtime,
               "unsupported operation: two of the out= tensors share memory, got ", describe(a), " and ",
               describe(b));
    }
  }
}

template <class Visit>
void for_each_written(const Op& op, const Call& call, Visit&& visit) {
  for (int i = 0; i < call.out_count; ++i) visit(*call.out[i]);
  uint32_t marked = op.writes | (call.form == Form::InPlace ? 1u : 0u);
  for (uint32_t mask = marked & call.tensor_mask; mask; mask &= mask - 1) {
    visit(*call.args[__builtin_ctz(mask)].tensor);
  }
}

}  // namespace

void check_no_internal_overlap(const TensorImpl& written) {
  if (written.is_contiguous()) return;
  TT_CHECK(!has_internal_overlap(written.sizes(), written.strides().data()), Runtime,
           "unsupported operation: more than one element of the written-to tensor refers to a single memory "
           "location, got ",
           describe(written), "; hint: clone() the tensor before writing to it");
}

void alias_step(const Op& op, Call& call) {
  bool writes = op.writes || call.form != Form::Functional;
  if (writes) {
    for_each_written(op, call, [&](TensorImpl& written) { check_write(op, call, written); });
    if (TT_UNLIKELY(call.out_count > 1)) check_outputs(call);
  }
  redispatch_below(Key::ADInplaceOrView, op, call);
  if (writes) for_each_written(op, call, [](TensorImpl& written) { written.bump_version(); });
  if (op.viewed_arg >= 0 && call.args[op.viewed_arg].is_tensor()) {
    for (int i = 0; i < call.result_count; ++i) {
      if (call.results[i].is_tensor()) record_view(op, call, *call.results[i].tensor);
    }
  }
}

void register_alias_step() { Registry::instance().fallback(Key::ADInplaceOrView, alias_step, "alias_step"); }

}  // namespace tt
