// Which callables there are: ops gathered by name, and attached where users find them: tt_core.ops, and for those
// of the table the Tensor type and its number slots.
#pragma once

#include "tt/core/bind/op_object.h"

namespace tt {

// The group of a name; null when there is none.
TT_API const OpGroup* find_group(const char* name);
// The op alone, as a group of its own: what a caller takes who has chosen the overload.
TT_API const OpGroup& group_of_overload(const Op& op);

// Makes callables for every op defined so far. Called when the op table is loaded, and again after each
// definition at run time.
TT_API void attach_ops();
// Takes an op that is about to be undefined out of its group. Who kept the old callable still calls it.
TT_API void detach_op(const Op& op);

}  // namespace tt
