// Python's operators on tensors. The table says which op fills a slot (slot="nb_add"); this file has
// one op pointer a slot and knows no op by name.
#pragma once

#include "tt/core/bind/op_object.h"

namespace tt {

// The places in core that call an op: Python's number slots, and indexing and assignment.
enum class OpSlot : uint8_t {
  Add,
  Subtract,
  Multiply,
  TrueDivide,
  FloorDivide,
  Remainder,
  Power,
  MatrixMultiply,
  And,
  Or,
  Xor,
  LeftShift,
  RightShift,
  Negative,
  Positive,
  Absolute,
  Invert,
  Less,
  LessEqual,
  Equal,
  NotEqual,
  Greater,
  GreaterEqual,
  IndexInt,
  IndexSlice,
  IndexNone,
  IndexAll,
  AssignTensor,
  AssignNumber,
  Item,
  Clone,
  Any,
  Count,
};

// Null while no op fills the slot.
const OpGroup* op_in(OpSlot slot);
// As above; throws NotImplemented naming the slot.
const OpGroup& require_op(OpSlot slot);

// `slots`: comma separated names, as the table gives them.
void fill_number_slots(const OpGroup& group, const char* slots);

extern PyNumberMethods tensor_number_methods;
PyObject* compare_tensors(PyObject* a, PyObject* b, int operation);
// `element in tensor`: whether it equals any element.
int tensor_contains(PyObject* self, PyObject* element);

}  // namespace tt
