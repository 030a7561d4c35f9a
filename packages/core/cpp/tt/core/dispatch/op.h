// Op: one overload's facts at run time and its dispatch table.
//
// Note [Dispatch table]
// The entry of (op, key) is the first of these that exists:
//   1. a kernel registered for exactly this op and key;
//   2. for a backend key: the op's CompositeExplicitAutograd kernel;
//   3. for a backend key or Autograd: the op's CompositeImplicitAutograd kernel, whose inner ops
//      bring their own gradients;
//   4. the key's backend fallback;
//   5. for Autograd and ADInplaceOrView: fallthrough; for a backend: the missing kernel, which
//      raises and names what there is.
// Keys that fall through are left out of the op's mask, so that dispatch never sees them. A registration may
// also say so for one op and key: a kernel of rule 1 that is null.
#pragma once

#include <string>

#include "tt/core/base/key_set.h"
#include "tt/core/base/location.h"
#include "tt/core/dispatch/call.h"
#include "tt/core/dispatch/spec.h"

namespace tt {

struct Op;
using Kernel = void (*)(const Op&, Call&);

struct KernelEntry {
  Kernel kernel = nullptr;     // null: fallthrough
  const void* data = nullptr;  // the kernel's own: its run function, its loops, a Python callable
  const char* name = "";
  Location where;    // of the registration
  uint8_t rule = 0;  // of Note [Dispatch table]
};

struct Op {
  const OpSpec* spec = nullptr;
  std::string qualified;  // "add.Tensor"
  // What dispatch reads.
  KeySet mask[kFormCount];  // keys that do not fall through
  KernelEntry table[kKeyCount];
  // What the binder reads: ready slots for arguments that are not given.
  Slot defaults[kMaxArgs];
  uint32_t all_args = 0;     // a bit for each argument
  uint32_t required = 0;     // those without a default
  uint32_t tensor_args = 0;  // argument bits whose slots must hold tensors, or for a pointwise op numbers
  uint8_t tensor_arg_count = 0;
  bool needs_only_tensors = false;  // all that is required are its first tensor_arg_count arguments
  uint32_t all_tensor_args = 0;     // optional ones too
  uint32_t list_args = 0;           // lists of ints or bools
  int8_t device_arg = -1;           // of a factory
  // What the alias step reads.
  uint16_t writes = 0;         // argument bits marked (a!)
  int8_t viewed_arg = -1;      // argument that the results alias
  bool fills = false;          // writes one value to all elements, several of which may be one in memory
  bool differentiable = true;  // false: autograd was told so, and a view by this op cuts the graph
  bool attached = false;       // the binder has made callables for it
  // Owned by kernels and by autograd; core only keeps them.
  const void* plan = nullptr;
  const char* plan_name = "";
  Location plan_where;
  void* derivative = nullptr;

  const char* name() const { return qualified.c_str(); }
  bool has(OpFlag flag) const { return spec->flags & flag; }
};

}  // namespace tt
