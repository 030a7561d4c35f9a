// Making a FormulaNode: one pass to size it, one to fill it. Stage 4, the recorded half.
#include "tt/autograd/formula_node.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "tt/autograd/meta.h"
#include "tt/autograd/traverse.h"

namespace tt::autograd {
namespace {

// Words of 8 bytes that an argument's slot needs beside itself.
inline size_t words_of(const Slot& slot) {
  switch (slot.tag) {
    case Tag::Tensor:
      return 0;
    case Tag::IntList:
    case Tag::BoolList:
      return slot.length;
    case Tag::TensorList:
      return 2 * size_t{slot.length};  // pointers, then versions
    case Tag::Complex:
      return 2;
    case Tag::Str:
      return (slot.length + 8) / 8;
    default:
      return 0;
  }
}

Slot saved_tensor(TensorImpl* tensor, uint32_t version) {
  retain(tensor);
  Slot slot = Slot::of(tensor);
  slot.length = version;
  return slot;
}

// A result is saved without its history, of which the node itself is part.
Slot saved_result(TensorImpl& result) {
  Tensor alias = alias_unchecked(result, result.sizes(), result.strides().data(), result.offset());
  Slot slot = Slot::of(alias.give());
  slot.length = result.version();
  return slot;
}

int64_t* copy_words(Slot& slot, int64_t* space) {
  size_t words = words_of(slot);
  if (slot.tag == Tag::TensorList) {
    for (uint32_t i = 0; i < slot.length; ++i) {
      TensorImpl* tensor = slot.tensors[i];
      if (tensor) retain(tensor);
      std::memcpy(space + i, &tensor, sizeof(tensor));
      space[slot.length + i] = tensor ? tensor->version() : 0;
    }
    slot.tensors = reinterpret_cast<TensorImpl* const*>(space);
    return space + words;
  }
  if (slot.tag == Tag::Str) {
    std::memcpy(space, slot.s, slot.length);
    slot.s = reinterpret_cast<const char*>(space);
  } else if (words) {
    std::memcpy(space, slot.ints, words * sizeof(int64_t));
    slot.ints = space;
  }
  return space + words;
}

}  // namespace

Ref<Node> FormulaNode::make(const Derivative& derivative, uint32_t needs, const Call& call,
                            TensorImpl* const* outputs, uint32_t output_count, BeforeWrite* before) {
  uint32_t edge_count = derivative.input_count;
  if (derivative.has_lists) {
    for (int i = 0; i < derivative.input_count; ++i) {
      const Slot& slot = call.args[derivative.inputs[i].slot];
      if (slot.tag == Tag::TensorList) edge_count += slot.length - 1;
    }
  }
  size_t words = derivative.has_lists ? derivative.input_count : 0;
  for (uint32_t i = 0; i < output_count; ++i) words += static_cast<size_t>(outputs[i]->ndim());
  for (int i = 0; i < derivative.save_count; ++i) {
    const Save& save = derivative.saves[i];
    if (!(save.needed_by & needs)) continue;
    if (save.kind == Save::Kind::Argument) {
      words += words_of(call.args[save.index]);
    } else if (save.kind == Save::Kind::Results) {
      words += 2 * output_count;
    } else if (save.kind != Save::Kind::Result) {
      words += words_of(slot_of(derivative, save, call));
    }
  }
  size_t edges_at = sizeof(FormulaNode);
  size_t saved_at = edges_at + edge_count * sizeof(Edge);
  size_t metas_at = saved_at + derivative.save_count * sizeof(Slot);
  size_t words_at = metas_at + output_count * sizeof(OutputMeta);
  size_t bytes = words_at + words * sizeof(int64_t);

  char* block = static_cast<char*>(cpu::allocate(bytes));
  auto* node = new (block) FormulaNode(derivative, needs);
  Ref<Node> owner = Ref<Node>::steal(node);
  node->bytes_ = static_cast<uint32_t>(bytes);
  node->edges = reinterpret_cast<Edge*>(block + edges_at);
  node->saved_ = reinterpret_cast<Slot*>(block + saved_at);
  node->metas_ = reinterpret_cast<OutputMeta*>(block + metas_at);
  node->output_count = output_count;
  for (int i = 0; i < derivative.save_count; ++i) node->saved_[i] = Slot::none();

  auto* space = reinterpret_cast<int64_t*>(block + words_at);
  if (derivative.has_lists) space += derivative.input_count;
  for (uint32_t i = 0; i < output_count; ++i) {
    Ints sizes = outputs[i]->sizes();
    std::copy(sizes.begin(), sizes.end(), space);
    node->metas_[i] = output_meta_of(*outputs[i]);
    node->metas_[i].sizes = space;
    space += sizes.size();
  }
  node->fill_saves(call, outputs, before, space);
  node->fill_edges(call, before);
  node->sequence = next_sequence();
  return owner;
}

int64_t* FormulaNode::fill_saves(const Call& call, TensorImpl* const* outputs, const BeforeWrite* before,
                                 int64_t* space) {
  for (int i = 0; i < derivative_->save_count; ++i) {
    const Save& save = derivative_->saves[i];
    if (!(save.needed_by & needs_)) continue;
    if (save.kind == Save::Kind::Result) {
      if (save.index >= output_count) continue;
      saved_[i] = saved_result(*outputs[save.index]);
      holds_references_ = true;
    } else if (save.kind == Save::Kind::Results) {
      for (uint32_t k = 0; k < output_count; ++k) {
        Slot alias = saved_result(*outputs[k]);
        std::memcpy(space + k, &alias.tensor, sizeof(alias.tensor));
        space[output_count + k] = alias.length;
      }
      saved_[i].tensors = reinterpret_cast<TensorImpl* const*>(space);
      saved_[i].length = output_count;
      saved_[i].tag = Tag::TensorList;
      space += 2 * output_count;
      holds_references_ = true;
    } else {
      Slot slot =
          save.kind == Save::Kind::Argument ? call.args[save.index] : slot_of(*derivative_, save, call);
      if (TT_LIKELY(slot.tag == Tag::Tensor)) {
        bool overwritten = before && before->self && save.index == 0;
        TensorImpl* tensor = overwritten ? before->self.get() : slot.tensor;
        saved_[i] =
            saved_tensor(tensor, before && !overwritten ? before->versions[save.index] : tensor->version());
        holds_references_ = true;
      } else {
        saved_[i] = slot;
        if (slot.tag == Tag::Object) Py_INCREF(static_cast<PyObject*>(slot.object));
        holds_references_ |= slot.tag == Tag::TensorList || slot.tag == Tag::Object;
        space = copy_words(saved_[i], space);
      }
    }
  }
  return space;
}

void FormulaNode::fill_edges(const Call& call, BeforeWrite* before) {
  // Counted one by one: the destructor takes as many, should making one of them throw.
  auto add = [this](Edge edge) { new (edges + edge_count++) Edge(std::move(edge)); };
  for (int i = 0; i < derivative_->input_count; ++i) {
    const Slot& slot = call.args[derivative_->inputs[i].slot];
    if (TT_UNLIKELY(slot.tag == Tag::TensorList)) {
      for (uint32_t k = 0; k < slot.length; ++k) {
        TensorImpl* tensor = slot.tensors[k];
        add(tensor && tensor->requires_grad() ? edge_of(*tensor) : Edge{});
      }
    } else if (!(needs_ >> i & 1)) {
      add({});
    } else {
      add(before ? std::move(before->edges[i]) : edge_of(*slot.tensor));
    }
  }
  if (!derivative_->has_lists) return;
  auto* lengths = reinterpret_cast<int64_t*>(metas_ + output_count);
  for (int i = 0; i < derivative_->input_count; ++i) {
    const Slot& slot = call.args[derivative_->inputs[i].slot];
    lengths[i] = slot.tag == Tag::TensorList ? slot.length : 1;
  }
}

void FormulaNode::release_saved() {
  if (!holds_references_) return;
  holds_references_ = false;
  released_ = true;
  for (int i = 0; i < derivative_->save_count; ++i) {
    Slot slot = std::exchange(saved_[i], Slot::none());
    if (slot.tag == Tag::Tensor) release(slot.tensor);
    if (slot.tag == Tag::Object) Py_DECREF(static_cast<PyObject*>(slot.object));
    if (slot.tag != Tag::TensorList) continue;
    for (uint32_t k = 0; k < slot.length; ++k) {
      if (slot.tensors[k]) release(slot.tensors[k]);
    }
  }
}

FormulaNode::~FormulaNode() {
  release_saved();
  for (uint32_t i = 0; i < edge_count; ++i) edges[i].~Edge();
}

void FormulaNode::dispose() {
  size_t bytes = bytes_;
  this->~FormulaNode();
  cpu::deallocate(this, bytes);
}

void FormulaNode::walk(Walk& walk) const {
  for (int i = 0; i < derivative_->save_count; ++i) {
    const Slot& slot = saved_[i];
    if (slot.tag == Tag::Tensor) walk.tensor(slot.tensor);
    if (slot.tag == Tag::Object) walk.object(static_cast<PyObject*>(slot.object));
    if (slot.tag != Tag::TensorList) continue;
    for (uint32_t k = 0; k < slot.length; ++k) walk.tensor(slot.tensors[k]);
  }
}

}  // namespace tt::autograd
