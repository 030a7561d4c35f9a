#include "tt/kernels/cuda/transpose.h"

#include "tt/kernels/cuda/device/transpose_args.h"
#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/cuda/layout.h"
#include "tt/kernels/cuda/names.h"

namespace tt::cuda {
namespace {

using kernels::device::kTransposeRows;
using kernels::device::kTransposeTile;
using kernels::device::TransposeArgs;

// Below, most of a tile's threads would have nothing to do.
constexpr int64_t kLeastSide = kTransposeTile / 2;

constexpr Location where = here();

// Bits are moved: one dtype serves all of its size.
DType dtype_of(int64_t size) {
  switch (size) {
    case 1:
      return DType::UInt8;
    case 2:
      return DType::UInt16;
    case 4:
      return DType::UInt32;
    case 8:
      return DType::UInt64;
    default:
      return DType::Complex128;
  }
}

// The dim along which the input's elements lie side by side, when dim 0 is the output's; -1 when there is none such.
int column_dim(const TensorIterator& iter, int64_t size) {
  const Operand &output = iter.operand(0), &input = iter.operand(1);
  if (iter.numel() == 0 || iter.ndim() < 2 || !input.tensor || output.strides_bytes[0] != size ||
      iter.shape()[0] < kLeastSide)
    return -1;
  for (int d = 1; d < iter.ndim(); ++d) {
    if (input.strides_bytes[d] == size && iter.shape()[static_cast<size_t>(d)] >= kLeastSide) return d;
  }
  return -1;
}

int64_t tiles(int64_t size) { return (size + kTransposeTile - 1) / kTransposeTile; }

}  // namespace

bool run_transpose(const TensorIterator& iter) {
  static KernelSlot slots[kDTypeCount];
  const Operand &output = iter.operand(0), &input = iter.operand(1);
  const int64_t size = itemsize(output.dtype);
  const int column = column_dim(iter, size);
  if (column < 0) return false;
  // What is neither rows nor columns.
  int64_t sizes[kMaxDims], strides[kMaxDims][2];
  int count = 0;
  for (int d = 1; d < iter.ndim(); ++d) {
    if (d == column) continue;
    sizes[count] = iter.shape()[static_cast<size_t>(d)];
    strides[count][0] = output.strides_bytes[d];
    strides[count++][1] = input.strides_bytes[d];
  }
  TransposeArgs args{input.data,
                     output.data,
                     iter.shape()[0],
                     iter.shape()[static_cast<size_t>(column)],
                     input.strides_bytes[0],
                     output.strides_bytes[column],
                     tiles(iter.shape()[0]),
                     tiles(iter.shape()[static_cast<size_t>(column)])};
  TraceScope trace(Stage::Loop, nullptr, nullptr, "transpose", where);
  DeviceGuard guard(iter.device());
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(output.dtype)));
    trace.detail("variant", std::string("transposed, by tiles"));
    trace.detail("elements", iter.numel());
  }
  DType dtype = dtype_of(size);
  const Kernel& kernel = slots[static_cast<int>(dtype)].get([&]() -> KernelSource {
    return {kernel_name("transpose", type_name(dtype)), "tt/kernels/cuda/device/transpose.cu", ""};
  });
  Ints batch(sizes, static_cast<size_t>(count));
  auto stride = [&](int d, int i) { return strides[d][i]; };
  for_each_launch(batch, 2, stride, [&](int dims, const int64_t* offsets) {
    TransposeArgs part = args;
    part.output += offsets[0];
    part.input += offsets[1];
    Ints matrices = batch.first(static_cast<size_t>(dims));
    const int64_t blocks = args.row_tiles * args.column_tiles * numel_of(matrices);
    launch(kernel, {{blocks_for(blocks, 1)}, {kTransposeTile, kTransposeRows}}, trace, part,
           make_layout<uint64_t, 2>(matrices, stride));
  });
  return true;
}

}  // namespace tt::cuda
