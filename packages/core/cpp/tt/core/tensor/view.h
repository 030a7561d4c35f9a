// How a view came from its base, recorded whatever requires_grad says, so that a write through
// the view can give the base a history and the view's own can be made again.
#pragma once

#include "tt/core/tensor/tensor.h"

namespace tt {

struct TT_API ViewMeta {
  virtual ~ViewMeta() = default;
  // Makes the view again from a tensor that takes the place of `parent`.
  virtual Tensor replay(const Tensor& parent) const = 0;
  virtual const char* op_name() const = 0;

  // What all views of the chain look into; never a view itself.
  const Tensor& base() const { return root ? root : parent; }

  Tensor parent;         // what the op was called with: the base or a view of it
  Tensor root;           // the base where it is not the parent, which saves the usual view a reference
  uint32_t version = 0;  // the storage's when the view was made
  // Whether recording was on when the view was made, and when all views that it is a view of were.
  bool recorded = true;
  bool multi_output = false;
};

// From the base through every op in between; `base` stands for view.base().
TT_API Tensor replay_from(const ViewMeta& view, const Tensor& base);

}  // namespace tt
