// Node: one recorded call, an accumulator of a leaf, or whatever else turns the gradients of outputs into
// those of inputs. Knows nothing of formulas, devices or the engine's order.
//
// Note [Graph order]
// A node takes its sequence number when it is complete, after every node that its edges lead to. So edges
// always lead to smaller numbers, and a backward that takes nodes by falling number meets a node only when
// all gradients that flow into it have arrived: a topological order without counting dependencies.
// Accumulators follow the rule too: one is made before the first node that leads to it.
#pragma once

#include <cstdint>
#include <string>

#include "tt/core/base/ref_counted.h"
#include "tt/core/tensor/tensor.h"

namespace tt::autograd {

class Node;
struct Hooks;

void destroy(Node* node);

// Where a gradient goes: the node that made a tensor, and which of the node's outputs the tensor was.
struct Edge {
  Ref<Node> node;
  uint32_t output = 0;
};

// What a gradient must look like to flow into an output of a node.
struct OutputMeta {
  const int64_t* sizes = nullptr;
  uint8_t ndim = 0;
  DType dtype = DType::Undefined;
  Device device;

  Ints shape() const { return {sizes, ndim}; }
};

inline OutputMeta output_meta_of(const TensorImpl& tensor) {
  return {tensor.sizes().data(), static_cast<uint8_t>(tensor.ndim()), tensor.dtype(), tensor.device()};
}

// How many Python objects, nodes and tensors a walk over the graph meets; see traverse.h.
class Walk;

class Node {
 public:
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  // "MulBackward0"
  virtual const char* name() const = 0;
  // Gradients of the outputs (null: none) to those of the inputs, one an edge. `wanted` has a bit for each
  // of the first 64 edges; what is not wanted may be left null.
  virtual void apply(Tensor* grads, Tensor* results, uint64_t wanted) = 0;
  // Drops what backward needs; a later apply() that needs it raises.
  virtual void release_saved() {}
  virtual OutputMeta output_meta(uint32_t output) const = 0;
  virtual void walk(Walk& walk) const = 0;
  // Destroys and frees; only destroy(Node*) calls it.
  virtual void dispose() = 0;
  // Called when the last reference is gone, while others may still hold a weak pointer.
  virtual void forget_me() {}

  RefCount references;
  uint32_t edge_count = 0;
  uint32_t output_count = 1;
  uint64_t sequence = 0;  // Note [Graph order]
  Edge* edges = nullptr;
  Hooks* hooks = nullptr;   // owned; rarely there
  void* wrapper = nullptr;  // the Python Node while somebody holds it; not owned
  Node* next_dead = nullptr;
  // The engine's: which run met the node, and as which of its tasks.
  uint64_t run = 0;
  uint32_t task = 0;

 protected:
  Node() = default;
  virtual ~Node();
};

inline void retain(Node* node) { node->references.retain(); }
inline void release(Node* node) {
  if (node->references.release()) destroy(node);
}

// Whoever records holds the GIL, so that no locked instruction is needed.
inline uint64_t last_sequence = 0;
inline uint64_t next_sequence() { return ++last_sequence; }

}  // namespace tt::autograd
