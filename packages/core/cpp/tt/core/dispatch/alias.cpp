#include "tt/core/dispatch/alias.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include "tt/core/dispatch/describe.h"
#include "tt/core/dispatch/dispatcher.h"
#include "tt/core/dispatch/invoke.h"
#include "tt/core/dispatch/registry.h"

namespace tt {
namespace {

// The op and copies of its other arguments; lists are copied into the tail of the block.
struct RecordedView final : ViewMeta {
  const Op* op;
  int8_t self_arg;
  uint8_t count;
  Slot slots[kMaxArgs];
  std::unique_ptr<int64_t[]> ints;

  RecordedView(const Op& recorded, const Call& call) : op(&recorded), self_arg(recorded.viewed_arg) {
    count = recorded.spec->arg_count;
    size_t total = 0;
    for (int i = 0; i < count; ++i) {
      slots[i] = call.args[i];
      if (slots[i].tag == Tag::IntList) total += slots[i].length;
    }
    if (total == 0) return;
    ints = std::make_unique_for_overwrite<int64_t[]>(total);
    int64_t* space = ints.get();
    for (int i = 0; i < count; ++i) {
      if (slots[i].tag != Tag::IntList) continue;
      std::copy_n(slots[i].ints, slots[i].length, space);
      slots[i].ints = space;
      space += slots[i].length;
    }
  }

  Tensor replay(const Tensor& parent) const override {
    Call call;
    for (int i = 0; i < count; ++i) call.args[i] = slots[i];
    call.set(self_arg, parent.get());
    run(*op, call);
    return call.take_result();
  }
  const char* op_name() const override { return op->spec->name; }
};

void record_view(const Op& op, const Call& call, TensorImpl& result) {
  TensorImpl& parent = *call.args[op.viewed_arg].tensor;
  // `to` or `reshape` may hand back their argument, or copy.
  if (&result == &parent || result.storage() != parent.storage() || result.view) return;
  // detach cuts the graph: its result shares memory and versions, but is nobody's view.
  if (op.spec->name == std::string_view("detach")) return;
  auto* record = new RecordedView(op, call);
  record->parent = Tensor::share(&parent);
  record->base = parent.view ? parent.view->base : record->parent;
  record->grad_mode = grad_enabled();
  result.view = record;
  result.flags |= kDifferentiableView;
  result.add_key(Key::Autograd);
}

struct Range {
  const char* first;
  const char* last;
};

// The bytes that a tensor can touch.
Range reach(const TensorImpl& tensor) {
  int64_t last = 0;
  for (int dim = 0; dim < tensor.ndim(); ++dim) last += (tensor.size(dim) - 1) * tensor.stride(dim);
  const char* first = reinterpret_cast<const char*>(tensor.offset() * tensor.itemsize());
  return {first, first + (last + 1) * tensor.itemsize()};
}

// Reading and writing the same elements in the same order is fine; anything between is not.
bool overlaps_partly(const TensorImpl& written, const TensorImpl& read) {
  if (&written == &read || written.storage() != read.storage()) return false;
  if (written.numel() == 0 || read.numel() == 0) return false;
  bool same = written.offset() == read.offset() && written.dtype() == read.dtype() &&
              std::ranges::equal(written.sizes(), read.sizes()) && std::ranges::equal(written.strides(), read.strides());
  if (same) return false;
  Range a = reach(written), b = reach(read);
  if (a.last <= b.first || b.last <= a.first) return false;
  // Interleaved views (a[::2] and a[1::2]) touch no common byte when they step by the same stride
  // and start at different places below it.
  if (written.ndim() == 1 && read.ndim() == 1 && written.stride(0) == read.stride(0) && written.itemsize() == read.itemsize()) {
    int64_t apart = std::abs(written.offset() - read.offset());
    if (written.stride(0) > 0 && apart % written.stride(0) != 0) return false;
  }
  return true;
}

void check_write(const Op& op, const Call& call, const TensorImpl& written) {
  if (!written.is_contiguous()) {
    TT_CHECK(!has_internal_overlap(written.sizes(), written.strides().data()), Runtime,
             "unsupported operation: more than one element of the written-to tensor refers to a single memory "
             "location, got ", describe(written), "; hint: clone() the tensor before writing to it");
  }
  for_each_tensor(call, [&](const TensorImpl& read) {
    // A resized `out=` and the op's own copies (copy_ goes through a buffer) are told apart by kernels.
    TT_CHECK(!overlaps_partly(written, read), Runtime,
             "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
             "memory location, got ", describe(read), " and ", describe(written), "; hint: clone() one of them first");
  });
  (void)op;
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

void alias_step(const Op& op, Call& call) {
  for_each_written(op, call, [&](TensorImpl& written) { check_write(op, call, written); });
  redispatch_below(Key::ADInplaceOrView, op, call);
  for_each_written(op, call, [](TensorImpl& written) { written.bump_version(); });
  if (op.viewed_arg >= 0 && call.args[op.viewed_arg].is_tensor()) {
    for (int i = 0; i < call.result_count; ++i) {
      if (call.results[i].is_tensor()) record_view(op, call, *call.results[i].tensor);
    }
  }
}

void register_alias_step() { Registry::instance().fallback(Key::ADInplaceOrView, alias_step, "alias_step"); }

}  // namespace tt
