// Derivative: one op's derivative formulas, resolved when they are registered into what recording and
// backward read: which argument slots are inputs, what must be saved for which of them, and in which order
// a formula takes it.
#pragma once

#include <memory>
#include <string>

#include "tt/core/base/location.h"
#include "tt/core/bind/python.h"
#include "tt/core/dispatch/op.h"

namespace tt::autograd {

// Where a formula's parameter comes from.
enum class Source : uint8_t { Grad, Grads, Saved, Needs };

struct Parameter {
  Source source;
  uint8_t index;  // into Derivative::saves
};

inline constexpr int kMaxSaves = kMaxArgs + kMaxResults + 2;

struct Formula {
  PyObject* function = nullptr;  // null: this input has no derivative
  std::string file;              // relative to the checkout where it is inside
  int line = 0;
  uint8_t count = 0;
  Parameter parameters[kMaxSaves + 3];
};

// Something that formulas name. Shape to Device are facts of a tensor argument (`self_shape`): they
// keep no tensor alive, and a write to it does not spoil them. Owner is named by none: Note [Scoped formulas].
struct Save {
  enum class Kind : uint8_t { Argument, Result, Results, Shape, Stride, Offset, DType, Device, Owner } kind;
  uint8_t index;       // of the argument or the result
  uint16_t needed_by;  // bits of the inputs whose formulas name it
  const char* name;    // as the formula spells it
};

struct Derivative;

// The slot of what a formula names of the call's arguments; borrows the call's memory.
Slot slot_of(const Derivative& derivative, const Save& save, const Call& call);

struct Input {
  uint8_t slot;
  bool is_list;
  Formula formula;
};

// Note [Scoped formulas]
// Formulas of tt itself live for ever. Those of a library that may be unloaded are owned by one tuple: of the
// derivative until it is forgotten, and of each node, which keeps it as if it were something saved. So a graph
// works on when its formulas are gone, and nothing keeps them longer than that.
struct Derivative {
  const Op* op = nullptr;
  std::string node_name;  // "SumBackward1"
  bool non_differentiable = false;
  bool joint = false;        // inputs[0]'s formula returns the gradients of all
  bool materialize = false;  // formulas get zeros where a result has no gradient
  bool has_lists = false;
  int8_t owner_save = -1;  // of a scoped derivative: the save of kind Owner
  PyRef owner;             // of a scoped derivative that is not forgotten: the tuple of its formulas
  Location where;          // of the registration
  uint8_t input_count = 0;
  uint8_t save_count = 0;
  uint16_t input_slots = 0;  // bits of the slots that are inputs
  Input inputs[kMaxArgs];
  Save saves[kMaxSaves];

  const Formula& formula_of(int input) const { return inputs[joint ? 0 : input].formula; }

  // Bits of the inputs that require grad.
  uint32_t needs(const Call& call) const {
    uint32_t bits = 0;
    for (int i = 0; i < input_count; ++i) {
      const Slot& slot = call.args[inputs[i].slot];
      if (slot.tag == Tag::Tensor)
        bits |= uint32_t{slot.tensor->requires_grad()} << i;
      else if (TT_UNLIKELY(slot.tag == Tag::TensorList))
        bits |= uint32_t{any_requires_grad(slot)} << i;
    }
    return bits;
  }
  static bool any_requires_grad(const Slot& list) {
    for (uint32_t i = 0; i < list.length; ++i) {
      if (list.tensors[i] && list.tensors[i]->requires_grad()) return true;
    }
    return false;
  }
};

// Resolves formulas: a dict of functions by input, or `joint`, one function for all, or None. Throws for a name that
// means nothing.
std::unique_ptr<Derivative> parse_derivative(const Op& op, PyObject* formulas, PyObject* joint);

// Throws when the op has a derivative of any kind, naming both places.
void check_no_derivative(const Op& op, Location where);

inline const Derivative* derivative_of(const Op& op) { return static_cast<const Derivative*>(op.derivative); }

// "AddBackward0": the op's name in camel case and the overload's place among those of the name.
std::string node_name_of(const Op& op);

// set_derivative(qualified, formulas, *, joint=None, materialize=False, non_differentiable=False, scoped=False,
// file="", line=0):
// `formulas` maps input names to functions, or to None for an input without derivative; `joint` is one
// function for all of them. A `scoped` one can be forgotten and frees its formulas then.
PyObject* set_derivative(PyObject* module, PyObject* args, PyObject* kwargs);
// forget_derivative(qualified): takes a registration away (run-time registrations only).
PyObject* forget_derivative(PyObject* module, PyObject* name);
// derivative_info(qualified) -> dict or None: node, inputs and where each formula is.
PyObject* derivative_info(PyObject* module, PyObject* name);

}  // namespace tt::autograd
