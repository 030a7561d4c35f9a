// A reduction as its kernel sees it: the iterator's dims parted into those that are kept and those whose elements are
// combined, with one operand of each kind.
#pragma once

#include "tt/core/iterate/tensor_iterator.h"

namespace tt::cuda {

// Dims of one kind, innermost first; strides in bytes of output and input.
struct Dims {
  int count = 0;
  int64_t sizes[kMaxDims];
  int64_t strides[kMaxDims][2];

  Ints shape() const { return {sizes, static_cast<size_t>(count)}; }
  int64_t numel() const { return numel_of(shape()); }
  void add(int64_t size, int64_t output_stride, int64_t input_stride);
};

struct Reduction {
  explicit Reduction(const TensorIterator& iter);

  // Whether a launch takes as many dims.
  bool fits() const;

  Dims kept, reduced;
  const char* input;
  char* output;
  DType input_dtype, output_dtype;
  DType dtype;  // to which elements are converted
  Device device;
};

// A reduction that does not fit, over a copy of its input in which dims of one kind follow one another.
class PackedReduction {
 public:
  PackedReduction(const TensorIterator& iter, const Reduction& wide);

  const Reduction& reduction() const { return packed_; }
  // Puts the results where the iterator has them.
  void unpack() const;

 private:
  Tensor place_;  // of the results, as the iterator has it
  Tensor input_, output_;
  Reduction packed_;
};

}  // namespace tt::cuda
