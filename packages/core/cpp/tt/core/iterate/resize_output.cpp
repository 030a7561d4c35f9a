#include "tt/core/iterate/resize_output.h"

#include <algorithm>

#include "tt/core/base/warn.h"
#include "tt/core/tensor/overlap.h"

namespace tt {

bool would_cover(const TensorImpl& out, Ints shape, const TensorImpl& other) {
  if (out.storage() != other.storage()) return false;
  if (std::ranges::equal(out.sizes(), shape)) return have_common_byte(out.region(), other.region());
  int64_t strides[kMaxDims];
  contiguous_strides(shape, strides);
  return &out == &other ||
         have_common_byte({shape, {strides, shape.size()}, out.offset(), out.itemsize()}, other.region());
}

void resize_output(TensorImpl& out, Ints shape) {
  if (std::ranges::equal(out.sizes(), shape)) return;
  if (out.numel() > 0) {
    warn("An output with one or more elements was resized since it had shape " + to_string(out.sizes()) +
         ", which does not match the required output shape " + to_string(shape) + ".");
  }
  resize(out, shape);
}

}  // namespace tt
