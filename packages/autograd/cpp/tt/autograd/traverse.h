// What Python's garbage collector sees of a graph: the Python objects that only the object it came from
// keeps alive.
//
// Note [Graph and collector]
// A reference from C++ to a shared node or tensor is invisible to the collector, which is safe: it
// only means "referenced from outside". But a node or tensor all of whose references lie inside the walk
// belongs to the object that is traversed, and so does what it refers to. The walk counts the references
// that it meets; where they make up all that there are, it goes on. So an op that uses a tensor twice
// hides nothing, and a long graph costs one pass, in a loop.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tt/autograd/meta.h"

namespace tt::autograd {

class Walk {
 public:
  using Visit = int (*)(void* object, void* arg);
  Walk(Visit visit, void* arg) : visit_(visit), arg_(arg) {}

  // Each is a reference that the traversed object, or something that belongs to it, owns.
  void object(PyObject* object);
  void tensor(TensorImpl* tensor);
  void node(Node* node);
  // What a Meta, itself no counted object, refers to.
  void meta(const Meta& meta);

  // Goes through all that belongs to the object; returns what `visit` returned when it was not 0.
  int run();

 private:
  bool owns(const void* object, uint32_t references);

  Visit visit_;
  void* arg_;
  int result_ = 0;
  std::vector<Node*> nodes_;
  std::vector<TensorImpl*> tensors_;
  std::unordered_map<const void*, uint32_t> met_;
};

}  // namespace tt::autograd
