// FormulaNode: a recorded call. One allocation holds the node, its edges, what it saved and the shapes of
// its outputs; backward calls the op's Python formulas with exactly what they name.
#pragma once

#include "tt/autograd/derivative.h"
#include "tt/autograd/node.h"
#include "tt/core/dispatch/call.h"

namespace tt::autograd {

// What recording must take note of before the op runs, when the op writes to an argument.
struct BeforeWrite {
  Tensor self;                  // a clone, when a formula names what is overwritten
  uint32_t versions[kMaxArgs];  // of the tensor arguments
  Edge edges[kMaxArgs];         // an input each
};

class FormulaNode final : public Node {
 public:
  // After the op has run: `outputs` are its results. `needs` has the bits of the inputs that require grad.
  static Ref<Node> make(const Derivative& derivative, uint32_t needs, const Call& call,
                        TensorImpl* const* outputs, uint32_t output_count, BeforeWrite* before);

  const char* name() const override { return derivative_->node_name.c_str(); }
  void apply(Tensor* grads, Tensor* results, uint64_t wanted) override;
  void release_saved() override;
  OutputMeta output_meta(uint32_t output) const override { return metas_[output]; }
  void walk(Walk& walk) const override;
  void dispose() override;

  const Derivative& derivative() const { return *derivative_; }
  // A new reference to what was saved under the index as a Python object, after the version check.
  PyObject* unpack(int save);
  bool is_saved(int save) const { return derivative_->saves[save].needed_by & needs_; }

 private:
  FormulaNode(const Derivative& derivative, uint32_t needs) : derivative_(&derivative), needs_(needs) {}
  ~FormulaNode() override;

  void fill_edges(const Call& call, BeforeWrite* before);
  int64_t* fill_saves(const Call& call, TensorImpl* const* outputs, const BeforeWrite* before,
                      int64_t* space);
  Tensor checked(const Slot& saved, const Save& save, bool is_result, uint32_t output) const;

  // A saved tensor is a Slot whose length is the version that is expected; a saved list has its
  // versions behind its pointers.
  const Derivative* derivative_;
  uint32_t needs_;
  uint32_t bytes_ = 0;
  bool holds_references_ = false;
  bool released_ = false;
  Slot* saved_ = nullptr;
  OutputMeta* metas_ = nullptr;
};

}  // namespace tt::autograd
