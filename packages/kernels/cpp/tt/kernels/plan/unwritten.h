// What stands in a kernel that `tt new-op` left to be written: it says where that is.
#pragma once

#include "tt/core/base/error.h"
#include "tt/core/base/location.h"
#include "tt/kernels/functors/functor.h"

namespace tt::kernels {

// Throws NotImplemented with the place, which is the caller's if none is given.
[[noreturn]] inline void fail_unwritten(Location where = here()) {
  fail(ErrorKind::NotImplemented, "the kernel is not written yet\nhint: ", where.file, ":", where.line);
}

// While the functor is marked kUnwritten.
template <class F>
void check_written() {
  if constexpr (unwritten<F>) fail_unwritten(F::where);
}

}  // namespace tt::kernels
