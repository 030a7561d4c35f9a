#include "tt/kernels/cuda/pointwise.h"

#include <algorithm>
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/device/pointwise_args.h"
#include "tt/kernels/cuda/functor_file.h"
#include "tt/kernels/cuda/layout.h"
#include "tt/kernels/cuda/names.h"

namespace tt::cuda {
namespace {

using kernels::device::kMaxPointwiseOperands;
using kernels::device::kPointwiseThreads;
using kernels::device::kPointwiseWork;
using kernels::device::Layout;
using kernels::device::PointwiseArgs;

enum class Way { Contiguous, Strided, StridedLarge, Casting };
const char* name(Way way) {
  constexpr const char* kNames[] = {"contiguous", "strided", "strided, 64-bit indices",
                                    "cast element by element"};
  return kNames[static_cast<int>(way)];
}

class PointwiseRun {
 public:
  PointwiseRun(PointwiseKernels& kernels, const TensorIterator& iter, const char (*scalars)[16], DType dtype,
               bool casts)
      : kernels_(kernels), iter_(iter), dtype_(dtype) {
    TT_CHECK(iter.operand_count() <= kMaxPointwiseOperands, Runtime, "at most ", kMaxPointwiseOperands,
             " operands fit a kernel");
    args_ = {};
    if (scalars) {
      std::memcpy(args_.scalars, scalars, sizeof(args_.scalars[0]) * static_cast<size_t>(kernels.scalars));
    }
    args_.count = iter.numel();
    for (int i = 0; i < iter.operand_count(); ++i) {
      const Operand& operand = iter.operand(i);
      args_.dtypes[i] = operand.tensor ? operand.dtype : operand.loop_dtype;
      if (operand.tensor) {
        args_.data[i] = operand.data;
      } else {
        std::memcpy(args_.numbers[i].bytes, operand.data, sizeof(args_.numbers[i].bytes));
        args_.is_number |= 1u << i;
      }
    }
    choose(casts);
  }

  void run(TraceScope& trace) {
    if (TracePause pause{trace}) {
      trace.detail("dtype", std::string(tt::name(dtype_)));
      trace.detail("variant", std::string(name(way_)));
      trace.detail("elements", iter_.numel());
    }
    const Kernel& kernel = find();
    if (way_ == Way::Contiguous) {
      int64_t packs = args_.is_aligned ? (args_.count + pack_ - 1) / pack_
                                       : (args_.count + kPointwiseWork - 1) / kPointwiseWork;
      unsigned blocks = blocks_for(packs, kPointwiseThreads * (args_.is_aligned ? kPointwiseWork : 1));
      return launch(kernel, {{blocks}, {kPointwiseThreads}}, trace, args_);
    }
    switch (iter_.operand_count()) {
      case 2:
        return run_parts<2>(kernel, trace);
      case 3:
        return run_parts<3>(kernel, trace);
      default:
        return run_parts<4>(kernel, trace);
    }
  }

 private:
  int64_t stride(int d, int i) const { return iter_.operand(i).strides_bytes[d]; }

  void choose(bool casts) {
    auto strides = [&](int d, int i) { return stride(d, i); };
    if (casts)
      way_ = Way::Casting;
    else if (is_contiguous())
      way_ = Way::Contiguous;
    else if (fits_32_bits(iter_.shape(), iter_.operand_count(), strides))
      way_ = Way::Strided;
    else  // what converts has 64-bit indices too, and spares the emulator a kernel for each functor
      way_ = driver().is_emulated ? Way::Casting : Way::StridedLarge;
  }

  // One row, in which inputs may be one element.
  bool is_contiguous() {
    if (iter_.ndim() > 1) return false;
    pack_ = 16;
    args_.is_aligned = 1;
    int64_t widest = 1;
    for (int i = 0; i < iter_.operand_count(); ++i) {
      const Operand& operand = iter_.operand(i);
      int64_t size = itemsize(operand.dtype), step = iter_.ndim() ? stride(0, i) : size;
      bool single = operand.tensor && step == 0 && !operand.is_output;
      if (single) args_.is_single |= 1u << i;
      if (operand.tensor && !single && step != size && iter_.numel() > 1) return false;
      if (operand.tensor && !single && reinterpret_cast<uintptr_t>(operand.data) % 16) args_.is_aligned = 0;
      widest = std::max(widest, std::max(size, itemsize(operand.loop_dtype)));
    }
    pack_ = widest >= 16 ? 1 : widest == 1 ? 8 : 16 / widest;
    return true;
  }

  const Kernel& find() {
    PointwiseKernels::Variants& variants = kernels_.by_dtype[static_cast<int>(dtype_)];
    KernelSlot& slot = way_ == Way::Contiguous     ? variants.contiguous
                       : way_ == Way::Strided      ? variants.strided
                       : way_ == Way::StridedLarge ? variants.strided_large
                                                   : variants.casting;
    return slot.get([&]() -> KernelSource {
      std::string arguments = pointwise_arguments(kernels_.functor, iter_.operand_count() - 1,
                                                  kernels_.scalars, dtype_, kernels_.promotes);
      std::string kernel = way_ == Way::Contiguous ? "contiguous"
                           : way_ == Way::Casting  ? "casting"
                                                   : "strided";
      if (kernel == "strided") arguments += way_ == Way::Strided ? ", uint32_t" : ", uint64_t";
      return {kernel_name(kernel, arguments), "tt/kernels/cuda/device/pointwise.cu",
              functor_file(kernels_.where)};
    });
  }

  template <int Operands>
  void run_parts(const Kernel& kernel, TraceScope& trace) {
    if (way_ == Way::Strided)
      launch_parts<uint32_t, Operands>(kernel, trace);
    else
      launch_parts<uint64_t, Operands>(kernel, trace);
  }

  template <class Index, int Operands>
  void launch_parts(const Kernel& kernel, TraceScope& trace) {
    auto strides = [&](int d, int i) { return stride(d, i); };
    for_each_launch(iter_.shape(), Operands, strides, [&](int dims, const int64_t* offsets) {
      PointwiseArgs args = args_;
      Ints shape = iter_.shape().first(static_cast<size_t>(dims));
      args.count = numel_of(shape);
      for (int i = 0; i < Operands; ++i) {
        if (!(args.is_number >> i & 1)) args.data[i] += offsets[i];
      }
      auto layout = make_layout<Index, Operands>(shape, strides);
      unsigned blocks = blocks_for(args.count, kPointwiseThreads * kPointwiseWork);
      launch(kernel, {{blocks}, {kPointwiseThreads}}, trace, args, layout);
    });
  }

  PointwiseKernels& kernels_;
  const TensorIterator& iter_;
  DType dtype_;
  PointwiseArgs args_;
  Way way_;
  int64_t pack_ = 1;
};

}  // namespace

void run_pointwise(PointwiseKernels& kernels, const TensorIterator& iter, const char (*scalars)[16],
                   DType dtype, bool casts) {
  TraceScope trace(Stage::Loop, nullptr, nullptr, kernels.functor, kernels.where);
  if (iter.numel() == 0) return;
  DeviceGuard guard(iter.device());
  PointwiseRun(kernels, iter, scalars, dtype, casts).run(trace);
}

}  // namespace tt::cuda
