// How a reduction is cut into units and segments, and how one segment gets to its loop.
#include "tt/kernels/cpu/reduce.h"

#include <algorithm>
#include <bit>

#include "tt/core/base/error.h"
#include "tt/core/iterate/cast.h"

namespace tt::kernels {
namespace {

// Elements copied at a time; as complex128 they fill 64 KiB.
constexpr int64_t kTile = 4096;

// Most rows fit into one block; a division takes longer than the rest of the set-up.
int64_t divide_up(int64_t a, int64_t b) { return a <= b ? a > 0 : (a + b - 1) / b; }

}  // namespace

Reduction::Reduction(const TensorIterator& iter, const ReduceLoops& loops) {
  DType dtype = iter.common_dtype();
  accumulator_ = loops.accumulator[static_cast<int>(dtype)];
  // The plan has seen to it that the op accepts the dtype.
  TT_CHECK(accumulator_ != DType::Undefined, NotImplemented, "the functor ", loops.functor,
           " is not written yet for dtype ", name(dtype), "\nhint: ", loops.where.file, ":",
           loops.where.line);
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
  bool converts = input_dtype_ != accumulator_ || via_bool_ || loop_->map;
  bool outer_first = reduced_.count == 0 || (kept_.count && kept_.inner_stride() < reduced_.inner_stride());
  bool inner = reduced_.count && reduced_.inner_stride() == accumulator_bytes_;
  bool outer = kept_.count == 0 ? reduced_.count == 0 : kept_.inner_stride() == accumulator_bytes_;
  if (!converts && inner)
    way_ = ReduceWay::Inner;
  else if (!converts && outer)
    way_ = ReduceWay::Outer;
  else if (outer_first)
    way_ = ReduceWay::OuterTiles;
  else
    way_ = converts ? ReduceWay::InnerTiles : ReduceWay::Strided;
}

// Sizes follow from shape and strides alone; see Note [Order of a reduction].
void Reduction::cut() {
  int64_t row = kept_.inner_size(), run = reduced_.inner_size();
  switch (way_) {
    case ReduceWay::Inner:
    case ReduceWay::Strided:
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
    case ReduceWay::Inner:
      return "contiguous along the reduced dim";
    case ReduceWay::Strided:
      return "strided along the reduced dim";
    case ReduceWay::Outer:
      return "contiguous across the reduced dim";
    case ReduceWay::InnerTiles:
      return "tiles along the reduced dim";
    default:
      return "tiles across the reduced dim";
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
  int64_t step = reduced_.inner_stride(), output_step = kept_.inner_stride();
  switch (way_) {
    case ReduceWay::Inner:
      return loop_->inner(input, count, output_step, unit.outputs, accumulators);
    case ReduceWay::Strided:
      return loop_->strided(input, count, step, output_step, unit.outputs, accumulators);
    case ReduceWay::Outer:
      return loop_->outer(input, count, step, unit.outputs, accumulators);
    default:
      return tile(input, count, unit.outputs, accumulators);
  }
}

[[gnu::noinline]] void Reduction::tile(const char* input, int64_t count, int64_t outputs,
                                       char* accumulators) const {
  alignas(64) char elements[kTile * kMaxAccumulatorBytes];
  if (way_ == ReduceWay::InnerTiles) {
    int64_t run_bytes = count * accumulator_bytes_;
    for (int64_t j = 0; j < outputs; ++j) {
      fetch(input + j * kept_.inner_stride(), reduced_.inner_stride(), count, elements + j * run_bytes);
    }
    if (loop_->map) loop_->map(elements, count * outputs);
    loop_->inner(elements, count, run_bytes, outputs, accumulators);
  } else {
    int64_t row_bytes = outputs * accumulator_bytes_;
    for (int64_t i = 0; i < count; ++i) {
      fetch(input + i * reduced_.inner_stride(), kept_.inner_stride(), outputs, elements + i * row_bytes);
    }
    if (loop_->map) loop_->map(elements, count * outputs);
    loop_->outer(elements, count, row_bytes, outputs, accumulators);
  }
}

void Reduction::fetch(const char* input, int64_t stride, int64_t count, char* to) const {
  if (!via_bool_) return cast_loop(input_dtype_, accumulator_)(input, stride, to, accumulator_bytes_, count);
  char truth[kTile];
  cast_loop(input_dtype_, DType::Bool)(input, stride, truth, 1, count);
  cast_loop(DType::Bool, accumulator_)(truth, 1, to, accumulator_bytes_, count);
}

}  // namespace tt::kernels
