// Transposed copies: what a copy is when its elements lie side by side in one direction here and in another there.
#pragma once

#include "tt/core/base/trace.h"
#include "tt/core/iterate/tensor_iterator.h"

namespace tt::cuda {

// Copies by tiles, where the iterator's output and input are of one element size and such matrices, large enough to be worth
// it. False where they are not, and nothing is done.
bool run_transpose(const TensorIterator& iter);

}  // namespace tt::cuda
