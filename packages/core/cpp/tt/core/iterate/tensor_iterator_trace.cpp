// What a trace says of a TensorIterator.
#include <string>
#include <vector>

#include "tt/core/base/trace.h"
#include "tt/core/iterate/tensor_iterator.h"

namespace tt {

int64_t TensorIterator::bytes_moved() const {
  int64_t bytes = 0;
  for (int i = 0; i < count_; ++i) {
    if (!operands_[i].tensor) continue;
    int64_t touched = 1;
    for (int d = 0; d < ndim_; ++d) touched *= operands_[i].strides_bytes[d] ? shape_[d] : 1;
    bytes += touched * itemsize(operands_[i].dtype);
  }
  return bytes;
}

void TensorIterator::trace_plan(TraceScope& trace) const {
  trace.detail("shape", to_string(shape()));
  std::vector<std::string> strides, operands;
  for (int i = 0; i < count_; ++i) {
    const Operand& operand = operands_[i];
    strides.push_back(to_string(Ints(operand.strides_bytes, ndim_)));
    std::string text = std::string(operand.is_output ? "out "
                                   : operand.tensor  ? "in "
                                                     : "number ") +
                       name(operand.dtype);
    if (operand.dtype != operand.loop_dtype)
      text += std::string(" (loop sees ") + name(operand.loop_dtype) + ")";
    operands.push_back(text);
  }
  trace.detail("strides_bytes", std::move(strides));
  trace.detail("operands", std::move(operands));
  trace.detail("coalesced",
               std::to_string(ndim_before_coalescing_) + " -> " + std::to_string(ndim_) + " dims");
  trace.detail("dtype", std::string(name(common_dtype_)));
  trace.detail("cast", needs_cast_);
  trace.detail("bytes", bytes_moved());
}

}  // namespace tt
