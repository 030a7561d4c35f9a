// What any node does with the tensors that it saved: says what was wrong with them, and gives a saved result its
// history back.
#pragma once

#include "tt/autograd/node.h"

namespace tt::autograd {

// The graph was freed by an earlier backward.
[[noreturn]] void fail_released();

// The tensor was written to since `node`, of the op `op`, saved it as `name`. `output` says which result of the
// node it is; -1 for an argument.
[[noreturn]] void fail_modified(const char* op, const Node& node, const char* name, TensorImpl& tensor,
                                uint32_t expected, int64_t output);

// A result is saved without its history, of which the node itself is part; a second derivative goes through the
// node again. The tensor itself while nothing is recorded.
Tensor with_history(const Node& node, TensorImpl& saved, uint32_t output);

}  // namespace tt::autograd
