// The CPU's half of softmax and log_softmax: rows, or blocks of columns, over threads; the short floats are
// computed as float. Must not know the formula.
#include <algorithm>

#include "tt/core/base/parallel.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/describe.h"
#include "tt/core/iterate/cast.h"
#include "tt/kernels/cpu/isa.h"
#include "tt/kernels/cpu/scratch.h"
#include "tt/kernels/cpu/softmax_table.h"
#include "tt/kernels/plan/softmax.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {

TT_DECLARE_ISA_COPIES(SoftmaxLoops, softmax_loops)

namespace {

constexpr int64_t kGrain = 8192;  // an exponential costs about as much as eight additions

struct Rows {
  const SoftmaxLoop& loop;
  DType dtype, computed;
  const char* from;
  char* to;
  SoftmaxShape shape;

  bool converts() const { return dtype != computed; }

  void rows(int64_t first, int64_t last) const {
    int64_t count = shape.count, bytes = count * itemsize(dtype), wide = count * itemsize(computed);
    Scratch space;
    char* buffer = converts() ? space.allocate(2 * wide) : nullptr;
    for (int64_t row = first; row < last; ++row) {
      const char* in = from + row * bytes;
      char* out = to + row * bytes;
      if (!converts()) {
        loop.row(in, out, count);
        continue;
      }
      cast_loop(dtype, computed)(in, itemsize(dtype), buffer, itemsize(computed), count);
      loop.row(buffer, buffer + wide, count);
      cast_loop(computed, dtype)(buffer + wide, itemsize(computed), out, itemsize(dtype), count);
    }
  }

  // Blocks of columns; those of one row of blocks follow one another.
  void blocks(int64_t first, int64_t last) const {
    int64_t per_row = (shape.inner + kSoftmaxColumns - 1) / kSoftmaxColumns;
    Scratch space;
    int64_t wide = shape.count * kSoftmaxColumns * itemsize(computed);
    char* buffer = converts() ? space.allocate(2 * wide) : nullptr;
    for (int64_t block = first; block < last; ++block) {
      int64_t column = block % per_row * kSoftmaxColumns;
      int64_t columns = std::min(kSoftmaxColumns, shape.inner - column), step = shape.inner * itemsize(dtype);
      int64_t start = block / per_row * shape.count * step + column * itemsize(dtype);
      if (!converts()) {
        loop.columns(from + start, to + start, step, shape.count, columns);
        continue;
      }
      int64_t wide_step = columns * itemsize(computed);
      for (int64_t i = 0; i < shape.count; ++i) {
        cast_loop(dtype, computed)(from + start + i * step, itemsize(dtype), buffer + i * wide_step,
                                   itemsize(computed), columns);
      }
      loop.columns(buffer, buffer + wide, wide_step, shape.count, columns);
      for (int64_t i = 0; i < shape.count; ++i) {
        cast_loop(computed, dtype)(buffer + wide + i * wide_step, itemsize(computed), to + start + i * step,
                                   itemsize(dtype), columns);
      }
    }
  }

  void run() const {
    if (shape.inner == 1) {
      parallel_for(0, shape.outer, std::max<int64_t>(kGrain / shape.count, 1),
                   [&](int64_t first, int64_t last) { rows(first, last); });
      return;
    }
    int64_t per_row = (shape.inner + kSoftmaxColumns - 1) / kSoftmaxColumns;
    int64_t block = std::min(shape.inner, kSoftmaxColumns) * shape.count;
    parallel_for(0, shape.outer * per_row, std::max<int64_t>(kGrain / block, 1),
                 [&](int64_t first, int64_t last) { blocks(first, last); });
  }
};

template <bool is_log>
void softmax_run(const Op&, Call& call, Plan& plan) {
  const auto& loops = *static_cast<const SoftmaxLoops*>(plan.run->data);
  const TensorImpl& input = *plan.borrowed;
  DType dtype = input.dtype(), computed = dtype == DType::Float64 ? dtype : DType::Float32;
  TraceScope trace(Stage::Loop, nullptr, nullptr, is_log ? "log_softmax" : "softmax", loops.where);
  Rows rows{(is_log ? loops.log_softmax : loops.softmax)[computed == DType::Float64],
            dtype,
            computed,
            input.data(),
            plan.results[0]->data(),
            softmax_shape(call, input)};
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(dtype)));
    trace.detail("computed_in", std::string(name(computed)));
    trace.detail("variant", std::string(rows.shape.inner == 1 ? "along the dim" : "across the dim"));
    trace.detail("isa", std::string(loops.isa));
    trace.detail("threads", threads_for(input.numel(), kGrain));
    trace.detail("elements", input.numel());
    trace.detail("bytes", bytes_of(input) + bytes_of(*plan.results[0]));
  }
  rows.run();
  move_to_output(plan);
}

}  // namespace

void register_softmax() {
  register_softmax_plans();
  const SoftmaxLoops* loops = &TT_PICK_ISA(softmax_loops);
  register_run("softmax.int", Key::CPU, softmax_run<false>, "softmax_run", loops);
  register_run("log_softmax.int", Key::CPU, softmax_run<true>, "softmax_run", loops);
}

}  // namespace tt::kernels
