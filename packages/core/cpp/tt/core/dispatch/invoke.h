// Calling ops from C++: `invoke(op, {self, int64_t{1}})`. Also the one place where an error gets
// the name of the op that raised it.
#pragma once

#include <initializer_list>

#include "tt/core/dispatch/dispatcher.h"
#include "tt/core/dispatch/registry.h"

namespace tt {

// Dispatches a filled call; an error leaves with the op's name in front.
inline void run(const Op& op, Call& call) {
  try {
    dispatch(op, call);
  } catch (Error& error) {
    error.name_op(op.spec->name);
    throw;
  }
}

// Sets `call`'s slots from `given`, in the order of the schema, and the rest from the defaults.
TT_API void fill(const Op& op, Call& call, std::initializer_list<Slot> given);

// A functional call with one tensor result.
TT_API Tensor invoke(const Op& op, std::initializer_list<Slot> given);

// `Op& op = find_op<"sum.dim_IntList">()`, looked up once.
template <size_t N>
struct OpName {
  char text[N];
  consteval OpName(const char (&name)[N]) {
    for (size_t i = 0; i < N; ++i) text[i] = name[i];
  }
};

template <OpName name>
const Op& find_op() {
  static const Op& op = Registry::instance().at(name.text);
  return op;
}

}  // namespace tt
