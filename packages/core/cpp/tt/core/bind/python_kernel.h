// Kernels and fallbacks that are Python functions: stage 5 of a call, for ops and devices registered at run time.
//
// Note [Python kernels]
//   1. The function gets the call's arguments as Python objects: keyword-only ones by keyword, the rest by place;
//      at the end those that have their defaults are left out.
//   2. A kernel of a backend key runs below autograd: calls inside are neither recorded nor seen by the alias step,
//      which has done both for the call itself. One of Autograd or CompositeImplicitAutograd runs above.
//   3. What it returns is checked against the schema: how many, of which type, on which device, and that they share
//      no memory that the schema does not say. A result that the schema marks as a written argument is that very
//      tensor.
//   4. In-place and out= forms of a functional schema call the function as if they were functional, and its result
//      is copied to where it belongs.
//   5. An exception of the function leaves the call as it is. A kernel that is taken away while it runs ends first.
#pragma once

#include "tt/core/bind/python.h"
#include "tt/core/dispatch/op.h"

namespace tt {

// `where` is the registration's place, for messages; the function's own is what traces show.
TT_API void register_python_kernel(const Op& op, Key key, PyObject* function, Location where);
TT_API void remove_python_kernel(const Op& op, Key key);

// `function(op, *args, **kwargs)` for every op without a kernel for the key; `op` is the overload's callable.
TT_API void register_python_fallback(Key key, PyObject* function, Location where);
TT_API void remove_python_fallback(Key key);

}  // namespace tt
