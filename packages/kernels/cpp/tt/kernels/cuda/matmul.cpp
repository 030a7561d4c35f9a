// The CUDA half of matmul: cuBLAS where it knows the dtype, else tiles of our own. Must not know shapes that were not
// checked by the plan.
#include "tt/kernels/plan/matmul.h"

#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/cublas.h"
#include "tt/kernels/cuda/device/matmul_args.h"
#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/cuda/layout.h"
#include "tt/kernels/cuda/names.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

constexpr Location where = here();
constexpr int64_t kMostByCublas = 0x7fffffff;

// How cuBLAS, which counts by columns, sees a matrix of ours: transposed as it lies, or as it is.
struct Leading {
  bool fits = false;
  cuda::GemmOperation operation = cuda::kPlain;
  int64_t leading = 1;

  Leading(const MatrixBatch& matrix, int64_t rows, int64_t columns) {
    bool row_major = matrix.column_stride == 1 || columns == 1;
    bool column_major = matrix.row_stride == 1 || rows == 1;
    int64_t by_rows = rows == 1 ? std::max<int64_t>(columns, 1) : matrix.row_stride;
    int64_t by_columns = columns == 1 ? std::max<int64_t>(rows, 1) : matrix.column_stride;
    if (row_major && by_rows >= std::max<int64_t>(columns, 1)) {
      fits = by_rows <= kMostByCublas;
      leading = by_rows;
    } else if (column_major && by_columns >= std::max<int64_t>(rows, 1)) {
      fits = by_columns <= kMostByCublas;
      operation = cuda::kTransposed;
      leading = by_columns;
    }
  }
};

class Product {
 public:
  Product(const TensorImpl& self, const TensorImpl& other, const TensorImpl& result)
      : shape_(self, other), dtype_(self.dtype()), a_(self.data()), b_(other.data()), c_(result.data()) {
    shape_.lay_out_self(self, a_batch_);
    shape_.lay_out_other(other, b_batch_);
    shape_.lay_out_result(result, self.ndim() == 1, other.ndim() == 1, c_batch_);
  }

  bool fits_cublas() const {
    Leading a(a_batch_, shape_.m, shape_.k), b(b_batch_, shape_.k, shape_.n), c(c_batch_, shape_.m, shape_.n);
    return a.fits && b.fits && c.fits && c.operation == cuda::kPlain &&
           std::max({shape_.m, shape_.n, shape_.k}) <= kMostByCublas;
  }

  // c^T = b^T a^T, all by columns. The innermost dim of the batch is one call's.
  void by_cublas(TraceScope& trace) const {
    if (TracePause pause{trace}) {
      describe(trace, "cuBLAS");
      trace.detail("emulated", std::string(cuda::driver().is_emulated ? "yes" : "no"));
    }
    Leading a(a_batch_, shape_.m, shape_.k), b(b_batch_, shape_.k, shape_.n), c(c_batch_, shape_.m, shape_.n);
    int inner = shape_.batch_ndim - 1;
    auto step = [&](const MatrixBatch& matrix) { return inner < 0 ? 0 : matrix.batch_strides[inner]; };
    cuda::Gemm gemm{
        b.operation,    a.operation, shape_.n,       shape_.m,       shape_.k,
        nullptr,        b.leading,   step(b_batch_), nullptr,        a.leading,
        step(a_batch_), nullptr,     c.leading,      step(c_batch_), inner < 0 ? 1 : shape_.batch[inner],
        dtype_};
    for_each_outer([&](int64_t a_at, int64_t b_at, int64_t c_at) {
      gemm.a = b_ + b_at * itemsize(dtype_);
      gemm.b = a_ + a_at * itemsize(dtype_);
      gemm.c = c_ + c_at * itemsize(dtype_);
      cuda::run_gemm(gemm);
    });
  }

  void by_tiles(TraceScope& trace) const {
    static cuda::KernelSlot slots[kDTypeCount];
    if (TracePause pause{trace}) describe(trace, "tiles");
    // Integers wrap around, so that their signs do not matter.
    DType dtype = dtype_;
    if (category(dtype) == Category::Signed)
      dtype = static_cast<DType>(static_cast<int>(dtype) - static_cast<int>(DType::Int8) +
                                 static_cast<int>(DType::UInt8));
    const cuda::Kernel& kernel = slots[static_cast<int>(dtype)].get([&]() -> cuda::KernelSource {
      return {cuda::kernel_name("matmul", cuda::type_name(dtype)), "tt/kernels/cuda/device/matmul.cu", ""};
    });
    const int64_t size = itemsize(dtype_);
    device::MatmulArgs args{a_,
                            b_,
                            c_,
                            shape_.m,
                            shape_.n,
                            shape_.k,
                            a_batch_.row_stride * size,
                            a_batch_.column_stride * size,
                            b_batch_.row_stride * size,
                            b_batch_.column_stride * size,
                            c_batch_.row_stride * size,
                            c_batch_.column_stride * size};
    int inner = std::max(shape_.batch_ndim - 1, 0);
    int64_t one = 1;
    Ints batch(shape_.batch_ndim ? &shape_.batch[inner] : &one, 1);
    const MatrixBatch* all[] = {&a_batch_, &b_batch_, &c_batch_};
    auto layout = cuda::make_layout<uint64_t, 3>(
        batch, [&](int, int i) { return shape_.batch_ndim ? all[i]->batch_strides[inner] * size : 0; });
    constexpr int64_t kMostInZ = 65535;
    TT_CHECK(batch[0] <= kMostInZ && shape_.m <= kMostInZ * device::kMatmulTile, NotImplemented, "more than ",
             kMostInZ, " matrices or rows of tiles of dtype ", name(dtype_),
             " are not multiplied on cuda at once\nhint: input.cpu()");
    for_each_outer([&](int64_t a_at, int64_t b_at, int64_t c_at) {
      device::MatmulArgs part = args;
      part.a += a_at * size;
      part.b += b_at * size;
      part.c += c_at * size;
      cuda::launch(kernel,
                   {{cuda::blocks_for(shape_.n, device::kMatmulTile),
                     cuda::blocks_for(shape_.m, device::kMatmulTile), static_cast<unsigned>(batch[0])},
                    {device::kMatmulTile, device::kMatmulTile}},
                   trace, part, layout);
    });
  }

 private:
  void describe(TraceScope& trace, const char* variant) const {
    trace.detail("dtype", std::string(name(dtype_)));
    trace.detail("variant", std::string(variant));
    trace.detail("elements", shape_.batch_size() * shape_.m * shape_.n);
  }

  // Offsets in elements, for each index of the batch dims but the innermost.
  template <class Visit>
  void for_each_outer(Visit&& visit) const {
    int outer = std::max(shape_.batch_ndim - 1, 0);
    int64_t index[kMaxDims] = {};
    for (int carry = -1; carry < outer;) {
      int64_t at[3] = {};
      const MatrixBatch* all[] = {&a_batch_, &b_batch_, &c_batch_};
      for (int i = 0; i < 3; ++i) {
        for (int d = 0; d < outer; ++d) at[i] += index[d] * all[i]->batch_strides[d];
      }
      visit(at[0], at[1], at[2]);
      for (carry = 0; carry < outer && ++index[carry] == shape_.batch[carry]; ++carry) index[carry] = 0;
    }
  }

  MatmulShape shape_;
  DType dtype_;
  const char *a_, *b_;
  char* c_;
  MatrixBatch a_batch_, b_batch_, c_batch_;
};

Tensor contiguous_copy(const Tensor& tensor) {
  return inner_call(find_op<"clone">(), {Slot::of(tensor.get()), Slot::of(MemoryFormat::Contiguous)});
}

void matmul_run(const Op&, Call& call, Plan& plan) {
  Tensor self = Tensor::share(call.args[0].tensor), other = Tensor::share(call.args[1].tensor);
  TensorImpl& result = *plan.results[0];
  if (result.numel() == 0) return;
  BelowAutograd below;
  if (self->numel() == 0) {
    inner_call(find_op<"zero_">(), {Slot::of(&result)});
    return;
  }
  TraceScope trace(Stage::Loop, nullptr, nullptr, "matmul", where);
  cuda::DeviceGuard guard(result.device());
  if (!cuda::has_gemm(self->dtype())) return Product(*self, *other, result).by_tiles(trace);
  if (Product product(*self, *other, result); product.fits_cublas()) return product.by_cublas(trace);
  self = contiguous_copy(self);
  other = contiguous_copy(other);
  Product product(*self, *other, result);
  product.fits_cublas() ? product.by_cublas(trace) : product.by_tiles(trace);
}

}  // namespace

void register_cuda_matmul() { register_run("matmul", Key::CUDA, matmul_run, "matmul_run", nullptr, where); }

}  // namespace tt::kernels
