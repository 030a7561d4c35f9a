// The engine: runs a graph backwards, in the calling thread, without recursion. It may be entered again
// from a formula or a hook.
#pragma once

#include <vector>

#include "tt/autograd/node.h"

namespace tt::autograd {

// A gradient that the caller asks for: what flows into an output of a node.
struct Capture {
  Edge at;
  Tensor grad;  // null when nothing flows there
};

struct BackwardOptions {
  bool keep_graph = false;
  bool create_graph = false;
  // With targets, only what leads to them is run.
  std::vector<Capture>* captures = nullptr;        // gradients to hand back
  const std::vector<Ref<Node>>* leaves = nullptr;  // accumulators to run
};

// Sends `grads[i]` into `roots[i]`.
void run_backward(const std::vector<Edge>& roots, std::vector<Tensor> grads, const BackwardOptions& options);

}  // namespace tt::autograd
