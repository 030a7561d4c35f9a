#include "tt/kernels/cpu/reduce.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "tt/core/base/error.h"
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
// Elements copied at a time; as complex128 they fill 64 KiB.
constexpr int64_t kTile = 4096;

// Most rows fit into one block; a division takes longer than the rest of the set-up.
int64_t divide_up(int64_t a, int64_t b) { return a <= b ? a > 0 : (a + b - 1) / b; }

}  // namespace

Reduction::Reduction(const TensorIterator& iter, const ReduceLoops& loops) {
  DType dtype = iter.common_dtype();
  accumulator_ = loops.accumulator[static_cast<int>(dtype)];
  TT_CHECK(accumulator_ != DType::Undefined, NotImplemented, "functor ", loops.functor, " has no loop for dtype ",
           name(dtype));
  loop_ = &loops.by_accumulator[static_cast<int>(accumulator_)];
  accumulator_bytes_ = itemsize(accumulator_);
  const Operand &output = iter.operand(0), &input = iter.operand(1);
  input_ = input.data;
  output_ = output.data;
  input_dtype_ = input.dtype;
  output_dtype_ = output.dtype;
  // 0.5 is true, but 0 as an integer.
  via_bool_ = dtype == DType::Bool && input_dtype_ != DType::Bool;
  for (int d = 0; d < iter.ndim(); ++d) {
    int64_t size = iter.shape()[d];
    if (size == 1) continue;
    bool is_reduced = output.strides_bytes[d] == 0;
    (is_reduced ? reduced_ : kept_).add(size, input.strides_bytes[d], output.strides_bytes[d]);
  }
  choose_way();
  cut();
}

void Reduction::choose_way() {
  bool converts = input_dtype_ != accumulator_ || via_bool_;
  bool outer_first = reduced_.count == 0 || (kept_.count && kept_.inner_stride() < reduced_.inner_stride());
  bool inner = reduced_.count && reduced_.inner_stride() == accumulator_bytes_;
  bool outer = kept_.count == 0 ? reduced_.count == 0 : kept_.inner_stride() == accumulator_bytes_;
  if (!converts && inner) way_ = ReduceWay::Inner;
  else if (!converts && outer) way_ = ReduceWay::Outer;
  else way_ = outer_first ? ReduceWay::OuterTiles : ReduceWay::InnerTiles;
}

// Sizes follow from shape and strides alone; see Note [Order of a reduction].
void Reduction::cut() {
  int64_t row = kept_.inner_size(), run = reduced_.inner_size();
  switch (way_) {
    case ReduceWay::Inner:
      segment_size_ = kInnerSegment;
      block_ = run < 512 ? 256 : 32;
      break;
    case ReduceWay::Outer: {
      block_ = std::min(row, kMaxOutputs);
      bool dense = reduced_.inner_stride() == row * accumulator_bytes_;
      int64_t most = dense ? 8192 : 4 * kOuterSegment;
      segment_size_ = kOuterSegment;
      while (segment_size_ < most && segment_size_ * block_ < 8192) segment_size_ *= 2;
      break;
    }
    case ReduceWay::InnerTiles:
      segment_size_ = std::min(run, kTile);
      block_ = kTile / std::max<int64_t>(segment_size_, 1);
      break;
    case ReduceWay::OuterTiles:
      block_ = std::min<int64_t>(row, 256);
      segment_size_ = std::bit_floor(static_cast<uint64_t>(kTile / std::max<int64_t>(block_, 1)));
      break;
  }
  block_ = std::clamp<int64_t>(block_, 1, std::min(std::max<int64_t>(row, 1), kMaxOutputs));
  segment_size_ = std::max<int64_t>(segment_size_, 1);
  blocks_per_row_ = divide_up(row, block_);
  units_ = blocks_per_row_ * kept_.outer_size();
  segments_per_row_ = divide_up(run, segment_size_);
  segments_ = segments_per_row_ * reduced_.outer_size();
}

const char* Reduction::variant() const {
  switch (way_) {
    case ReduceWay::Inner: return "contiguous along the reduced dim";
    case ReduceWay::Outer: return "contiguous across the reduced dim";
    case ReduceWay::InnerTiles: return "tiles along the reduced dim";
    default: return "tiles across the reduced dim";
  }
}

Reduction::Unit Reduction::unit_at(int64_t index) const {
  int64_t first = 0, rest = index;
  if (blocks_per_row_ > 1) {
    first = index % blocks_per_row_ * block_;
    rest = index / blocks_per_row_;
  }
  Unit unit{input_, output_, std::min(block_, kept_.inner_size() - first)};
  if (kept_.count) {
    unit.input += first * kept_.input_strides[0];
    unit.output += first * kept_.output_strides[0];
  }
  for (int d = 1; d < kept_.count; ++d) {
    int64_t at = rest % kept_.sizes[d];
    rest /= kept_.sizes[d];
    unit.input += at * kept_.input_strides[d];
    unit.output += at * kept_.output_strides[d];
  }
  return unit;
}

void Reduction::segment(const Unit& unit, int64_t index, char* accumulators) const {
  int64_t first = 0, rest = index;
  if (segments_per_row_ > 1) {
    first = index % segments_per_row_ * segment_size_;
    rest = index / segments_per_row_;
  }
  int64_t count = std::min(segment_size_, reduced_.inner_size() - first);
  const char* input = unit.input + first * reduced_.inner_stride();
  for (int d = 1; d < reduced_.count; ++d) {
    input += rest % reduced_.sizes[d] * reduced_.input_strides[d];
    rest /= reduced_.sizes[d];
  }
  if (way_ == ReduceWay::Inner) loop_->inner(input, count, kept_.inner_stride(), unit.outputs, accumulators);
  else if (way_ == ReduceWay::Outer) loop_->outer(input, count, reduced_.inner_stride(), unit.outputs, accumulators);
  else tile(input, count, unit.outputs, accumulators);
}

[[gnu::noinline]] void Reduction::tile(const char* input, int64_t count, int64_t outputs, char* accumulators) const {
  alignas(64) char elements[kTile * kMaxAccumulatorBytes];
  if (way_ == ReduceWay::InnerTiles) {
    int64_t run_bytes = count * accumulator_bytes_;
    for (int64_t j = 0; j < outputs; ++j) {
      fetch(input + j * kept_.inner_stride(), reduced_.inner_stride(), count, elements + j * run_bytes);
    }
    loop_->inner(elements, count, run_bytes, outputs, accumulators);
  } else {
    int64_t row_bytes = outputs * accumulator_bytes_;
    for (int64_t i = 0; i < count; ++i) {
      fetch(input + i * reduced_.inner_stride(), kept_.inner_stride(), outputs, elements + i * row_bytes);
    }
    loop_->outer(elements, count, row_bytes, outputs, accumulators);
  }
}

void Reduction::fetch(const char* input, int64_t stride, int64_t count, char* to) const {
  if (!via_bool_) return cast_loop(input_dtype_, accumulator_)(input, stride, to, accumulator_bytes_, count);
  char truth[kTile];
  cast_loop(input_dtype_, DType::Bool)(input, stride, truth, 1, count);
  cast_loop(DType::Bool, accumulator_)(truth, 1, to, accumulator_bytes_, count);
}

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
  return output_dtype_ == accumulator_ && (unit.outputs == 1 || kept_.output_strides[0] == accumulator_bytes_);
}

void Reduction::finish(const Unit& unit, const char* accumulators) const {
  int64_t stride = kept_.count ? kept_.output_strides[0] : 0;
  cast_loop(accumulator_, output_dtype_)(accumulators, accumulator_bytes_, unit.output, stride, unit.outputs);
}

void Reduction::run_units(int64_t first, int64_t last) const {
  alignas(64) char accumulators[kMaxOutputs * kMaxAccumulatorBytes];
  for (int64_t index = first; index < last; ++index) {
    Unit unit = unit_at(index);
    bool direct = writes_accumulators(unit);
    reduce(unit, 0, segments_, direct ? unit.output : accumulators);
    if (!direct) finish(unit, accumulators);
  }
}

// Few outputs: threads take parts of what one output reduces. A chunk is a power of two of segments, which is a
// whole subtree of the unit's own order, so the result is that of run_units to the last bit.
void Reduction::run_chunks() const {
  int64_t chunk = 1;
  while (chunk * segment_size_ * block_ < kGrain) chunk *= 2;
  int64_t chunks = divide_up(segments_, chunk), width = block_ * accumulator_bytes_;
  Scratch partial(units_ * chunks * width);
  parallel_for(0, units_ * chunks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t first = task % chunks * chunk;
      reduce(unit_at(task / chunks), first, std::min(first + chunk, segments_), partial.data() + task * width);
    }
  });
  for (int64_t index = 0; index < units_; ++index) {
    Unit unit = unit_at(index);
    Pairwise sums(*loop_, unit.outputs, accumulator_bytes_, chunks);
    for (int64_t c = 0; c < chunks; ++c) {
      std::memcpy(sums.next(), partial.data() + (index * chunks + c) * width, unit.outputs * accumulator_bytes_);
      sums.push();
    }
    char* result = partial.data() + index * chunks * width;
    sums.finish(result);
    finish(unit, result);
  }
}

void Reduction::run(int threads) const {
  if (threads == 1) return run_units(0, units_);
  bool even = units_ >= 4 * threads || units_ % threads == 0;
  if (!even && segments_ > 1) return run_chunks();
  parallel_for(0, units_, divide_up(units_, threads), [&](int64_t begin, int64_t end) { run_units(begin, end); });
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

void register_reduction(const char* op, const ReduceLoops& loops) {
  Location entry = Registry::instance().at(op).spec->where;
  register_reduction_plan(op);
  register_run(op, Key::CPU, reduction_run, "reduction_run", &loops, run_where, entry);
}

}  // namespace tt::kernels
