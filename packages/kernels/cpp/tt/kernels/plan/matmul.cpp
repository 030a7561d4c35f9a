// Shapes of a matrix product: what is refused, what the result is, how its operands lie.
#include "tt/kernels/plan/matmul.h"

#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/dispatch/op.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/kernels/plan/output.h"

namespace tt::kernels {
namespace {

Ints batch_of(const TensorImpl& tensor) {
  return tensor.sizes().first(static_cast<size_t>(std::max(tensor.ndim() - 2, 0)));
}

[[gnu::cold, gnu::noinline]] void refuse_inner_sizes(const TensorImpl& self, const TensorImpl& other,
                                                     int64_t rows, int64_t k, int64_t other_k,
                                                     int64_t batch) {
  if (self.ndim() == 1 && other.ndim() == 1) {
    fail(ErrorKind::Runtime, "inconsistent tensor size, expected tensor ", to_string(self.sizes()),
         " and src ", to_string(other.sizes()), " to have the same number of elements, but got ", k, " and ",
         other_k, " elements respectively");
  }
  if (other.ndim() == 1) {
    fail(ErrorKind::Runtime, "size mismatch, got input (", rows, "), mat (", rows, "x", k, "), vec (",
         other_k, ")");
  }
  if (other.ndim() == 2) {
    fail(ErrorKind::Runtime, "mat1 and mat2 shapes cannot be multiplied (", rows, "x", k, " and ", other_k,
         "x", other.size(1), ")");
  }
  fail(ErrorKind::Runtime, "expected size for first two dimensions of batch2 tensor to be: [", batch, ", ", k,
       "] but got: [", batch, ", ", other_k, "]");
}

// Strides of the batch dims, aligned at the right.
void lay_out_batch(const TensorImpl& tensor, const MatmulShape& shape, int matrix_dims,
                   MatrixBatch& matrices) {
  int own = tensor.ndim() - matrix_dims, missing = shape.batch_ndim - own;
  for (int d = 0; d < shape.batch_ndim; ++d) {
    bool steps = d >= missing && tensor.size(d - missing) != 1;
    matrices.batch_strides[d] = steps ? tensor.stride(d - missing) : 0;
  }
}

constexpr Location where = here();
void matmul_plan(const Op& op, Call& call, Plan& plan) {
  // 1. Metadata.
  const TensorImpl &self = *call.args[0].tensor, &other = *call.args[1].tensor;
  // 2. Validation.
  TT_CHECK(self.ndim() && other.ndim(), Runtime,
           "both arguments to matmul need to be at least 1D, but they are ", self.ndim(), "D and ",
           other.ndim(), "D");
  TT_CHECK(self.device() == other.device(), Runtime,
           "expected all tensors to be on the same device, but found at least two devices, ",
           to_string(self.device()), " and ", to_string(other.device()));
  TT_CHECK(self.dtype() == other.dtype(), Runtime,
           "expected m1 and m2 to have the same dtype, but got: ", name(self.dtype()),
           " != ", name(other.dtype()));
  TT_CHECK(op.spec->accepts & bit(self.dtype()), NotImplemented, "not implemented for dtype ",
           name(self.dtype()), "; implemented for ", dtype_set_names(op.spec->accepts));
  MatmulShape shape(self, other);
  Ints sizes(shape.sizes, static_cast<size_t>(shape.ndim));
  // 3. Output allocation.
  if (call.form == Form::Functional) return plan.add_result(empty(sizes, self.dtype(), self.device()));
  TensorImpl& out = *call.out[0];
  check_output_dtype(out, self.dtype());
  TT_CHECK(out.device() == self.device(), Runtime, "expected out tensor on device ", to_string(self.device()),
           ", but got ", to_string(out.device()));
  resize_output(call, 0, sizes);
  plan.add_result(Tensor::share(&out));
}

}  // namespace

MatmulShape::MatmulShape(const TensorImpl& self, const TensorImpl& other) {
  int a = self.ndim(), b = other.ndim();
  m = a == 1 ? 1 : self.size(a - 2);
  k = self.size(a - 1);
  n = b == 1 ? 1 : other.size(b - 1);
  int64_t other_k = other.size(b == 1 ? 0 : b - 2);
  batch_ndim = 0;
  if (a > 2 || b > 2) broadcast(batch_of(self), batch_of(other));
  if (TT_UNLIKELY(k != other_k)) {
    // torch folds the batch of a left operand into its rows when the right one has none.
    int64_t rows = b <= 2 ? m * batch_size() : m;
    refuse_inner_sizes(self, other, rows, k, other_k, batch_size());
  }
  ndim = batch_ndim;
  std::copy_n(batch, batch_ndim, sizes);
  if (a > 1) sizes[ndim++] = m;
  if (b > 1) sizes[ndim++] = n;
}

void MatmulShape::broadcast(Ints self, Ints other) {
  int a = static_cast<int>(self.size()), b = static_cast<int>(other.size());
  batch_ndim = std::max(a, b);
  for (int d = 0; d < batch_ndim; ++d) {
    int in_a = d - (batch_ndim - a), in_b = d - (batch_ndim - b);
    int64_t size_a = in_a >= 0 ? self[in_a] : 1, size_b = in_b >= 0 ? other[in_b] : 1;
    TT_CHECK(size_a == size_b || size_a == 1 || size_b == 1, Runtime, "the size of tensor a (", size_a,
             ") must match the size of tensor b (", size_b, ") at non-singleton dimension ", d);
    batch[d] = size_a == 1 ? size_b : size_a;
  }
}

void MatmulShape::lay_out_self(const TensorImpl& self, MatrixBatch& matrices) const {
  int dims = self.ndim();
  matrices.row_stride = dims == 1 ? 0 : self.stride(dims - 2);
  matrices.column_stride = self.stride(dims - 1);
  lay_out_batch(self, *this, std::min(dims, 2), matrices);
}

void MatmulShape::lay_out_other(const TensorImpl& other, MatrixBatch& matrices) const {
  int dims = other.ndim();
  matrices.row_stride = other.stride(dims == 1 ? 0 : dims - 2);
  matrices.column_stride = dims == 1 ? 0 : other.stride(dims - 1);
  lay_out_batch(other, *this, std::min(dims, 2), matrices);
}

void MatmulShape::lay_out_result(const TensorImpl& result, bool self_is_vector, bool other_is_vector,
                                 MatrixBatch& matrices) const {
  int at = batch_ndim;
  matrices.row_stride = self_is_vector ? 0 : result.stride(at++);
  matrices.column_stride = other_is_vector ? 0 : result.stride(at);
  lay_out_batch(result, *this, ndim - batch_ndim, matrices);
}

void register_matmul_plan() { register_plan("matmul", matmul_plan, "matmul_plan", where); }

}  // namespace tt::kernels
