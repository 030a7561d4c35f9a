// Lifetime of nodes: numbering, and destruction in a loop, so that the length of a graph cannot exhaust
// the stack.
#include "tt/autograd/node.h"

#include "tt/autograd/hooks.h"

namespace tt::autograd {
namespace {

// Nodes whose last reference is gone. Destroying one may drop others, through edges or through the
// tensors that it saved: they are queued behind it.
struct DeadNodes {
  Node* head = nullptr;
  bool draining = false;
};
constinit thread_local DeadNodes dead_nodes __attribute__((tls_model("initial-exec")));

}  // namespace

Node::~Node() { delete hooks; }

void destroy(Node* node) {
  node->forget_me();
  DeadNodes& dead = dead_nodes;
  node->next_dead = dead.head;
  dead.head = node;
  if (dead.draining) return;
  dead.draining = true;
  while (Node* next = dead.head) {
    dead.head = next->next_dead;
    next->dispose();
  }
  dead.draining = false;
}

}  // namespace tt::autograd
