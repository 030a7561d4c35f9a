// The destination of `out=` gets the result's shape. Knows no op.
#pragma once

#include "tt/core/tensor/tensor.h"

namespace tt {

// Whether `out`, once it has `shape`, has elements in the memory of `other`, or is `other` and changes shape.
TT_API bool would_cover(const TensorImpl& out, Ints shape, const TensorImpl& other);

// Gives `out` the shape; torch warns when that drops elements.
TT_API void resize_output(TensorImpl& out, Ints shape);

}  // namespace tt
