// Checks on the destination of `out=`.
#include "tt/kernels/plan/output.h"

#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/base/warn.h"

namespace tt::kernels {

void resize_output(TensorImpl& out, Ints shape) {
  if (std::ranges::equal(out.sizes(), shape)) return;
  if (out.numel() > 0) {
    warn("An output with one or more elements was resized since it had shape " + to_string(out.sizes()) +
         ", which does not match the required output shape " + to_string(shape) + ".");
  }
  resize(out, shape);
}

void check_output_dtype(const TensorImpl& out, DType dtype) {
  TT_CHECK(out.dtype() == dtype, Runtime, "expected out tensor to have dtype ", name(dtype), ", but got ",
           name(out.dtype()), " instead");
}

void refuse_input_as_output(const TensorImpl& out, const TensorImpl& input) {
  bool same =
      out.storage() == input.storage() && out.offset() == input.offset() && out.numel() && input.numel();
  TT_CHECK(
      !same, Runtime,
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
      "memory location; hint: leave out= away, or clone() the input first");
}

}  // namespace tt::kernels
