// Checks on the destination of `out=`.
#include "tt/kernels/plan/output.h"

#include "tt/core/base/error.h"
#include "tt/core/iterate/resize_output.h"

namespace tt::kernels {

void check_output_dtype(const TensorImpl& out, DType dtype) {
  TT_CHECK(out.dtype() == dtype, Runtime, "expected out tensor to have dtype ", name(dtype), ", but got ",
           name(out.dtype()), " instead");
}

void resize_output(const Call& call, int index, Ints shape) {
  TensorImpl& out = *call.out[index];
  for_each_tensor(call, [&](const TensorImpl& input) {
    TT_CHECK(!would_cover(out, shape, input), Runtime,
             "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
             "single memory location; hint: leave out= away, or clone() the input first");
  });
  for (int other = 0; other < call.out_count; ++other) {
    TT_CHECK(other == index || !would_cover(out, shape, *call.out[other]), Runtime,
             "unsupported operation: two of the out= tensors share memory, or would with their new size ",
             to_string(shape));
  }
  tt::resize_output(out, shape);
}

}  // namespace tt::kernels
