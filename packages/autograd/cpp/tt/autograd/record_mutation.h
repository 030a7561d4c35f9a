// Recording of calls that write: torch's rules for what may be written to, and the ops whose schema marks more than
// their first argument, which have a history but no derivative.
#pragma once

#include "tt/autograd/node.h"
#include "tt/core/dispatch/op.h"

namespace tt::autograd {

inline bool is_differentiable(DType dtype) { return is_floating(dtype) || is_complex(dtype); }

// Throws where a tensor must not be written to while recording; before anything is written.
void check_write(TensorImpl& written);
// `node` is what wrote to the tensor; it goes into the history of the base where the tensor is a view.
void set_history_of_written(TensorImpl& written, Ref<Node> node);

// Whether the op writes to another argument than its first, or returns more than that one: nothing is known of
// the derivative then.
bool writes_beside_self(const Op& op);
// What such a call writes and returns requires grad from then on, and backward says that there is no derivative.
void record_mutation(const Op& op, Call& call);

}  // namespace tt::autograd
