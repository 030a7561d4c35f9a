// `$name` of one element, the same on every device: still to be written. Memory, dtypes and threads are not its
// business; plan/$name.cpp has seen to them.
#pragma once

#include "tt/kernels/functors/functor.h"
#include "tt/kernels/functors/operand.h"

namespace tt::kernels {

$schema
struct ${Camel}Args {
$members};

struct $Camel {
  TT_FUNCTOR;
  // Until this line is taken out, the op raises NotImplementedError with this file and line.
  static constexpr bool kUnwritten = true;

  // Writes element `index`, counted in row-major order, of $results. T is the dtype in memory; values have the
  // dtype that is computed in, float for half and bfloat16, and are rounded once, when they are stored.
  template <class T>
  TT_HD static void element(const ${Camel}Args& args, int64_t index) {
    const opmath_t<T> value = $first.load<T>(index);
$stores  }
};

}  // namespace tt::kernels
