// The CPU's half of rand, randn and their like: elements in the order of their indices, over threads, from
// blocks of one stream. The short floats are made as float, complex numbers as pairs.
#include "tt/kernels/cpu/random_table.h"

#include <algorithm>

#include "tt/core/base/parallel.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/describe.h"
#include "tt/core/iterate/cast.h"
#include "tt/kernels/cpu/isa.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/plan/random.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {

TT_DECLARE_ISA_COPIES(RandomLoops, random_loops)

namespace {

constexpr int64_t kGrain = 8192;

struct Draw {
  const RandomLoops& loops;
  Generator::State from;
  DType dtype;  // of the result
  Stretch stretch;
  bool is_normal;

  DType real() const { return to_real(dtype); }

  void doubles(int64_t first, int64_t count, double* to) const {
    if (is_normal)
      loops.normal_double(from.seed, from.next_block, first, count, stretch.scale, to);
    else
      loops.uniform_double(from.seed, from.next_block, first, count, to);
  }
  void floats(int64_t first, int64_t count, float* to) const {
    if (is_normal)
      loops.normal(from.seed, from.next_block, first, count, static_cast<float>(stretch.scale), to);
    else
      loops.uniform(from.seed, from.next_block, first, count, stretch.bits, to);
  }

  // Elements [first, last), contiguous.
  void elements(int64_t first, int64_t last, char* to) const {
    char* start = to + first * itemsize(real());
    if (real() == DType::Float64) return doubles(first, last - first, reinterpret_cast<double*>(start));
    if (real() == DType::Float32) return floats(first, last - first, reinterpret_cast<float*>(start));
    constexpr int64_t kTile = 1024;
    alignas(64) float tile[kTile];
    for (int64_t done = first; done < last; done += kTile) {
      int64_t count = std::min(kTile, last - done);
      floats(done, count, tile);
      cast_loop(DType::Float32, dtype)(reinterpret_cast<char*>(tile), sizeof(float),
                                       to + done * itemsize(dtype), itemsize(dtype), count);
    }
  }
};

template <bool is_normal>
void random_run(const Op&, Call& call, Plan& plan) {
  const auto& loops = *static_cast<const RandomLoops*>(plan.run->data);
  const TensorImpl& result = *plan.results[0];
  Stretch stretch(result);
  int64_t count = stretch.count;
  TraceScope trace(Stage::Loop, nullptr, nullptr, is_normal ? "normal" : "uniform", loops.where);
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(result.dtype())));
    trace.detail("isa", std::string(loops.isa));
    trace.detail("threads", threads_for(count, kGrain));
    trace.detail("elements", result.numel());
    trace.detail("bytes", bytes_of(result));
  }
  Generator::State from = generator_of(call, result.device()).take(static_cast<uint64_t>(stretch.blocks()));
  Draw draw{loops, from, result.dtype(), stretch, is_normal};
  Tensor fresh;  // strides say where an element lies, not which it is
  if (!result.is_contiguous()) fresh = empty(result.sizes(), result.dtype(), result.device());
  char* to = fresh ? fresh->data() : result.data();
  parallel_for(
      0, count, kGrain, [&](int64_t first, int64_t last) { draw.elements(first, last, to); }, kRandomStep);
  if (!fresh) return;
  BelowAutograd guard;
  inner_call(find_op<"copy_">(), {Slot::of(plan.results[0]), Slot::of(fresh.get())});
}

}  // namespace

void register_random() {
  register_random_plans();
  const RandomLoops* loops = &TT_PICK_ISA(random_loops);
  for (const char* op : {"rand", "rand_like"})
    register_run(op, Key::CPU, random_run<false>, "random_run", loops);
  for (const char* op : {"randn", "randn_like"})
    register_run(op, Key::CPU, random_run<true>, "random_run", loops);
}

}  // namespace tt::kernels
