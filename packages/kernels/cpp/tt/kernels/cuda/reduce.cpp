// The CUDA half of every reduction: blocks over outputs and the elements to combine, and a second launch where few
// outputs have many elements. Must not know what is computed.
#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/dispatch/registry.h"
#include "tt/kernels/cpu/reduce_table.h"
#include "tt/kernels/cuda/functor_file.h"
#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/cuda/lanes.h"
#include "tt/kernels/cuda/layout.h"
#include "tt/kernels/cuda/made_when_used.h"
#include "tt/kernels/cuda/names.h"
#include "tt/kernels/cuda/reduction.h"
#include "tt/kernels/plan/plan.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

using cuda::Kernel;
using cuda::KernelSlot;
using device::kReduceThreads;
using device::ReduceArgs;

struct ReduceKernels {
  const ReduceLoops* loops;
  struct Slots {
    KernelSlot narrow, wide, dynamic;
  };
  Slots by_dtype[kDTypeCount];
  KernelSlot partial[kDTypeCount];  // by accumulator
};

// What the op's run keeps.
struct OpReduction {
  const ReduceLoops* loops;
  cuda::MadeWhenUsed<ReduceKernels> kernels;
};

class ReduceRun {
 public:
  ReduceRun(ReduceKernels& kernels, const cuda::Reduction& reduction)
      : kernels_(kernels),
        dtype_(reduction.dtype),
        device_(reduction.device),
        kept_(reduction.kept),
        reduced_(reduction.reduced) {
    accumulator_ = kernels.loops->accumulator[static_cast<int>(dtype_)];
    TT_CHECK(accumulator_ != DType::Undefined, NotImplemented, "the functor ", kernels.loops->functor,
             " is not written yet for dtype ", name(dtype_), "\nhint: ", kernels.loops->where.file, ":",
             kernels.loops->where.line);
    args_ = {};
    args_.input = reduction.input;
    args_.output = reduction.output;
    args_.input_dtype = reduction.input_dtype;
    args_.output_dtype = reduction.output_dtype;
    args_.outputs = kept_.numel();
    args_.reduced = args_.total = reduced_.numel();
    args_.is_last = true;
    args_.lanes_side_by_side =
        reduced_.count && (kept_.count == 0 || reduced_.strides[0][1] <= kept_.strides[0][1]);
  }

  void run(TraceScope& trace) {
    if (args_.outputs == 0) return;
    int64_t splits = splits_for();
    if (TracePause pause{trace}) {
      trace.detail("dtype", std::string(name(dtype_)));
      trace.detail("variant", std::string(args_.lanes_side_by_side ? "lanes along the reduced dim"
                                                                   : "lanes across the reduced dim"));
      trace.detail("elements", args_.outputs * args_.reduced);
      trace.detail("splits", splits);
    }
    args_.per_split = (args_.reduced + splits - 1) / splits;
    if (splits == 1) return launch(find(), splits, trace);
    // What is left of each split, one output after the other.
    int64_t size = splits * args_.outputs * itemsize(accumulator_);
    Tensor partial = empty(Ints(&size, 1), DType::UInt8, device_);
    ReduceArgs whole = args_;
    args_.output = partial->data();
    args_.is_last = false;
    launch(find(), splits, trace);
    combine(whole, *partial, splits, trace);
  }

 private:
  // Enough blocks for the device's processors, as long as each has some work.
  int64_t splits_for() const {
    cuda::Lanes lanes(args_.reduced, args_.lanes_side_by_side);
    int64_t blocks = cuda::blocks_for(args_.outputs, lanes.outputs_per_block);
    int64_t wanted =
        8 * cuda::properties(cuda::current_device()).multiprocessors / std::max<int64_t>(blocks, 1);
    int64_t most = args_.reduced / (int64_t{16} * lanes.lanes);
    return std::clamp<int64_t>(std::min(wanted, most), 1, 65535);
  }

  bool is_32_bit() const {
    return cuda::fits_32_bits(kept_.shape(), 2, [&](int d, int i) { return kept_.strides[d][i]; }) &&
           cuda::fits_32_bits(reduced_.shape(), 1, [&](int d, int) { return reduced_.strides[d][1]; });
  }

  const Kernel& find() {
    bool dynamic = args_.input_dtype != dtype_;
    index_32_ = !dynamic && is_32_bit();
    ReduceKernels::Slots& slots = kernels_.by_dtype[static_cast<int>(dtype_)];
    KernelSlot& slot = dynamic ? slots.dynamic : index_32_ ? slots.narrow : slots.wide;
    return slot.get([&] {
      return source(cuda::reduce_arguments(kernels_.loops->functor, dtype_,
                                           dynamic ? cuda::ReduceInput::Dynamic : cuda::ReduceInput::Same,
                                           index_32_));
    });
  }

  cuda::KernelSource source(const std::string& arguments) const {
    return {cuda::kernel_name("reduce", arguments), "tt/kernels/cuda/device/reduce.cu",
            cuda::functor_file(kernels_.loops->where)};
  }

  void launch(const Kernel& kernel, int64_t splits, TraceScope& trace) {
    cuda::Lanes lanes(args_.per_split, args_.lanes_side_by_side);
    args_.lanes = lanes.lanes;
    args_.outputs_per_block = lanes.outputs_per_block;
    cuda::Shape shape{
        {cuda::blocks_for(args_.outputs, lanes.outputs_per_block), static_cast<unsigned>(splits)},
        {kReduceThreads}};
    if (index_32_)
      launch_as<uint32_t>(kernel, shape, trace);
    else
      launch_as<uint64_t>(kernel, shape, trace);
  }

  template <class Index>
  void launch_as(const Kernel& kernel, const cuda::Shape& shape, TraceScope& trace) {
    auto kept = cuda::make_layout<Index, 2>(kept_.shape(), [&](int d, int i) { return kept_.strides[d][i]; });
    auto reduced =
        cuda::make_layout<Index, 1>(reduced_.shape(), [&](int d, int) { return reduced_.strides[d][1]; });
    cuda::launch(kernel, shape, trace, args_, kept, reduced);
  }

  // The second launch: `partial` holds a row of outputs for each split.
  void combine(const ReduceArgs& whole, const TensorImpl& partial, int64_t splits, TraceScope& trace) {
    int64_t size = itemsize(accumulator_);
    args_ = whole;
    args_.input = partial.data();
    args_.reduced = args_.per_split = splits;
    args_.lanes_side_by_side = args_.outputs == 1;
    reduced_ = {};
    reduced_.add(splits, 0, args_.outputs * size);
    int64_t step = size;
    for (int d = 0; d < kept_.count; ++d) {
      kept_.strides[d][1] = step;
      step *= kept_.sizes[d];
    }
    index_32_ = false;
    KernelSlot& slot = kernels_.partial[static_cast<int>(accumulator_)];
    launch(slot.get([&] {
      return source(
          cuda::reduce_arguments(kernels_.loops->functor, accumulator_, cuda::ReduceInput::Partial, false));
    }),
           1, trace);
  }

  ReduceKernels& kernels_;
  DType dtype_, accumulator_;
  Device device_;
  cuda::Dims kept_, reduced_;
  ReduceArgs args_;
  bool index_32_ = false;
};

constexpr Location run_where = here();
void reduction_run(const Op&, Call&, Plan& plan) {
  const auto& op = *static_cast<const OpReduction*>(plan.run->data);
  ReduceKernels& kernels = op.kernels.get([&] { return new ReduceKernels{op.loops, {}, {}}; });
  TraceScope trace(Stage::Loop, nullptr, nullptr, kernels.loops->functor, kernels.loops->where);
  cuda::DeviceGuard guard(plan.iter.device());
  cuda::Reduction reduction(plan.iter);
  if (reduction.fits()) return ReduceRun(kernels, reduction).run(trace);
  cuda::PackedReduction packed(plan.iter, reduction);
  ReduceRun(kernels, packed.reduction()).run(trace);
  packed.unpack();
}

}  // namespace

void register_cuda_reduction(const char* op, const ReduceLoops& loops) {
  auto* kept = new OpReduction{&loops, {}};  // as long-lived as the registry
  register_run(op, Key::CUDA, reduction_run, "reduction_run", kept, run_where,
               Registry::instance().at(op).spec->where);
}

}  // namespace tt::kernels
