// What matmul multiplies: the one place that turns two shapes into m, k, n and a broadcast batch. Part of the
// plan and of every device's run.
#pragma once

#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// A matrix, or a batch of them; strides in elements, 0 along a batch dim that is broadcast.
struct MatrixBatch {
  int64_t row_stride, column_stride;
  int64_t batch_strides[kMaxDims];

  MatrixBatch() {}
};

// result[i, j] = sum over l of self[i, l] * other[l, j], for each index of the batch. A vector on the left is
// one row, on the right one column.
struct MatmulShape {
  int64_t m, k, n;
  int batch_ndim;
  int64_t batch[kMaxDims];
  int ndim;  // of the result
  int64_t sizes[kMaxDims];

  // Throws Runtime, with torch's words, where the shapes do not fit.
  MatmulShape(const TensorImpl& self, const TensorImpl& other);
  int64_t batch_size() const { return numel_of({batch, static_cast<size_t>(batch_ndim)}); }
  // The operands as the run sees them.
  void lay_out_self(const TensorImpl& self, MatrixBatch& matrices) const;
  void lay_out_other(const TensorImpl& other, MatrixBatch& matrices) const;
  void lay_out_result(const TensorImpl& result, bool self_is_vector, bool other_is_vector,
                      MatrixBatch& matrices) const;

 private:
  void broadcast(Ints self, Ints other);
};

void register_matmul_plan();

}  // namespace tt::kernels
