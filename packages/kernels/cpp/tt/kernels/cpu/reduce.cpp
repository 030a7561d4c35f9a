// Segments combined to outputs, over threads.
#include "tt/kernels/cpu/reduce.h"

#include <algorithm>
#include <cstring>

#include "tt/core/base/parallel.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/registry.h"
#include "tt/core/iterate/cast.h"
#include "tt/kernels/cpu/pairwise.h"
#include "tt/kernels/cpu/scratch.h"
#include "tt/kernels/plan/reduction.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

// Elements that are worth a thread: 64 Ki floats take about 3 us, starting a thread one or two.
constexpr int64_t kGrain = 65536;
int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace

void Reduction::reduce(const Unit& unit, int64_t first, int64_t last, char* accumulators) const {
  if (last - first == 1) return segment(unit, first, accumulators);
  if (last == first) return loop_->identity(accumulators, unit.outputs);
  Pairwise sums(*loop_, unit.outputs, accumulator_bytes_, last - first);
  for (int64_t index = first; index < last; ++index) {
    segment(unit, index, sums.next());
    sums.push();
  }
  sums.finish(accumulators);
}

bool Reduction::writes_accumulators(const Unit& unit) const {
  return output_dtype_ == accumulator_ &&
         (unit.outputs == 1 || kept_.output_strides[0] == accumulator_bytes_);
}

void Reduction::complete(const Unit& unit, char* accumulators) const {
  if (loop_->finish) loop_->finish(accumulators, unit.outputs, reduced_.inner_size() * reduced_.outer_size());
}

void Reduction::write(const Unit& unit, const char* accumulators) const {
  int64_t stride = kept_.count ? kept_.output_strides[0] : 0;
  cast_loop(accumulator_, output_dtype_)(accumulators, accumulator_bytes_, unit.output, stride, unit.outputs);
}

void Reduction::run_units(int64_t first, int64_t last) const {
  alignas(64) char accumulators[kMaxOutputs * kMaxAccumulatorBytes];
  for (int64_t index = first; index < last; ++index) {
    Unit unit = unit_at(index);
    bool direct = writes_accumulators(unit);
    char* to = direct ? unit.output : accumulators;
    reduce(unit, 0, segments_, to);
    complete(unit, to);
    if (!direct) write(unit, to);
  }
}

// Few outputs: threads take parts of what one output reduces. A chunk is a power of two of segments, which is
// a whole subtree of the unit's own order, so the result is that of run_units to the last bit.
void Reduction::run_chunks() const {
  int64_t chunk = 1;
  while (chunk * segment_size_ * block_ < kGrain) chunk *= 2;
  int64_t chunks = divide_up(segments_, chunk), width = block_ * accumulator_bytes_;
  Scratch partial(units_ * chunks * width);
  parallel_for(0, units_ * chunks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t first = task % chunks * chunk;
      reduce(unit_at(task / chunks), first, std::min(first + chunk, segments_),
             partial.data() + task * width);
    }
  });
  for (int64_t index = 0; index < units_; ++index) {
    Unit unit = unit_at(index);
    Pairwise sums(*loop_, unit.outputs, accumulator_bytes_, chunks);
    for (int64_t c = 0; c < chunks; ++c) {
      std::memcpy(sums.next(), partial.data() + (index * chunks + c) * width,
                  unit.outputs * accumulator_bytes_);
      sums.push();
    }
    char* result = partial.data() + index * chunks * width;
    sums.finish(result);
    complete(unit, result);
    write(unit, result);
  }
}

void Reduction::run(int threads) const {
  if (threads == 1) return run_units(0, units_);
  bool even = units_ >= 4 * threads || units_ % threads == 0;
  if (!even && segments_ > 1) return run_chunks();
  parallel_for(0, units_, divide_up(units_, threads),
               [&](int64_t begin, int64_t end) { run_units(begin, end); });
}

namespace {

constexpr Location run_where = here();
void reduction_run(const Op&, Call&, Plan& plan) {
  const auto& loops = *static_cast<const ReduceLoops*>(plan.run->data);
  int threads = threads_for(plan.iter.numel(), kGrain);
  TraceScope trace(Stage::Loop, nullptr, nullptr, loops.functor, loops.where);
  Reduction reduction(plan.iter, loops);
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(plan.iter.common_dtype())));
    trace.detail("variant", std::string(reduction.variant()));
    trace.detail("isa", std::string(loops.isa));
    trace.detail("threads", threads);
    trace.detail("elements", plan.iter.numel());
  }
  reduction.run(threads);
}

}  // namespace

void register_cpu_reduction(const char* op, const ReduceLoops& loops) {
  Location entry = Registry::instance().at(op).spec->where;
  register_run(op, Key::CPU, reduction_run, "reduction_run", &loops, run_where, entry);
}

}  // namespace tt::kernels
