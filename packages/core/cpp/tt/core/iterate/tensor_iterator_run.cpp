// How TensorIterator runs a loop: over threads, over outer dims, and block by block through
// conversion buffers where an operand's dtype is not the loop's.
#include <algorithm>
#include <utility>

#include "tt/core/base/error.h"
#include "tt/core/base/parallel.h"
#include "tt/core/base/trace.h"
#include "tt/core/iterate/cast.h"
#include "tt/core/iterate/tensor_iterator.h"

namespace tt {

CastLoop cast_loops[kDTypeCount][kDTypeCount] = {};

namespace {

// Elements converted at a time: three operands of complex128 stay within a 48 KiB L1 cache.
constexpr int64_t kBlock = 512;

const char* variant(const TensorIterator& iter) {
  if (iter.needs_cast()) return "converted in blocks";
  bool contiguous = true, broadcast = false;
  for (int i = 0; i < iter.operand_count() && iter.ndim(); ++i) {
    int64_t stride = iter.operand(i).strides_bytes[0];
    if (stride == 0 && !iter.operand(i).is_output)
      broadcast = true;
    else if (stride != itemsize(iter.operand(i).dtype))
      contiguous = false;
  }
  if (!contiguous) return "strided";
  return broadcast ? "contiguous with a broadcast operand" : "contiguous";
}

// Note [Price of the hook] in base/trace.cpp.
template <class Run>
[[gnu::cold, gnu::noinline]] void run_traced(const TensorIterator& iter, const LoopInfo& info, int threads,
                                             const Run& run) {
  TraceScope trace(Stage::Loop, nullptr, nullptr, info.name, info.where);
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(iter.common_dtype())));
    trace.detail("variant", std::string(variant(iter)));
    trace.detail("isa", std::string(info.isa));
    trace.detail("threads", threads);
    trace.detail("elements", iter.numel());
  }
  run();
}

}  // namespace

void TensorIterator::for_each(Loop2d loop, const LoopInfo& info, const void* scalars) const {
  int threads = threads_for(numel_, info.grain);
  auto run = [this, loop, &info, scalars, threads]() __attribute__((always_inline)) {
    if (numel_ == 0) return;
    if (threads == 1) {
      if (ndim_ != 1 || needs_cast_) return for_range(loop, scalars, 0, numel_);
      // One row: nothing to walk.
      char* data[kMaxOperands];
      int64_t strides[2 * kMaxOperands];
      const int count = count_;
      for (int i = 0; i < count; ++i) {
        data[i] = operands_[i].data;
        strides[i] = operands_[i].strides_bytes[0];
        strides[count + i] = 0;
      }
      return loop(data, strides, numel_, 1, scalars);
    }
    // Boundaries on whole rows of 64 elements: a value's place in a vector does not depend on the split.
    parallel_for(
        0, numel_, info.grain, [&](int64_t begin, int64_t end) { for_range(loop, scalars, begin, end); }, 64);
  };
  if (is_traced()) return run_traced(*this, info, threads, run);
  run();
}

void TensorIterator::for_range(Loop2d loop, const void* scalars, int64_t begin, int64_t end) const {
  char* data[kMaxOperands];
  int64_t strides[2 * kMaxOperands];
  for (int i = 0; i < count_; ++i) {
    data[i] = operands_[i].data;
    strides[i] = ndim_ > 0 ? operands_[i].strides_bytes[0] : 0;
    strides[count_ + i] = ndim_ > 1 ? operands_[i].strides_bytes[1] : 0;
  }
  int64_t row = ndim_ > 0 ? shape_[0] : 1;
  if (ndim_ <= 1) {
    for (int i = 0; i < count_; ++i) data[i] += begin * strides[i];
    return run_rows(loop, scalars, data, strides, end - begin, 1);
  }
  // Index of `begin` in each dim.
  int64_t index[kMaxDims];
  int64_t rest = begin;
  for (int d = 0; d < ndim_; ++d) {
    index[d] = rest % shape_[d];
    rest /= shape_[d];
    for (int i = 0; i < count_; ++i) data[i] += index[d] * operands_[i].strides_bytes[d];
  }
  for (int64_t done = begin; done < end;) {
    // Whole rows as far as dim 1 goes, else the part of a row that is left.
    bool whole = index[0] == 0 && end - done >= row;
    int64_t inner = whole ? row : std::min(row - index[0], end - done);
    int64_t outer = whole ? std::min(shape_[1] - index[1], (end - done) / row) : 1;
    run_rows(loop, scalars, data, strides, inner, outer);
    done += inner * outer;
    if (done >= end) break;
    auto advance = [&](int d, int64_t steps) {
      index[d] += steps;
      for (int i = 0; i < count_; ++i) data[i] += steps * operands_[i].strides_bytes[d];
    };
    if (whole) {
      advance(1, outer);
    } else {
      advance(0, inner);
      if (index[0] == row) {
        advance(0, -row);
        advance(1, 1);
      }
    }
    for (int d = 1; d + 1 < ndim_ && index[d] == shape_[d]; ++d) {
      advance(d, -shape_[d]);
      advance(d + 1, 1);
    }
  }
}

void TensorIterator::run_rows(Loop2d loop, const void* scalars, char* const* data,
                              const int64_t* strides_bytes, int64_t inner, int64_t outer) const {
  if (!needs_cast_) return loop(data, strides_bytes, inner, outer, scalars);
  // Rows that fit are converted together; a longer one block by block.
  const int64_t rows = std::max<int64_t>(kBlock / std::max<int64_t>(inner, 1), 1);
  char* at[kMaxOperands];
  for (int64_t r = 0; r < outer; r += rows) {
    for (int64_t first = 0; first < inner; first += kBlock) {
      for (int i = 0; i < count_; ++i)
        at[i] = data[i] + r * strides_bytes[count_ + i] + first * strides_bytes[i];
      run_converted(loop, scalars, at, strides_bytes, std::min(kBlock, inner - first),
                    std::min(rows, outer - r));
    }
  }
}

namespace {

// Converts `outer` rows of `inner` elements.
void convert(CastLoop cast, const char* from, int64_t from_inner, int64_t from_outer, char* to,
             int64_t to_inner, int64_t to_outer, int64_t inner, int64_t outer) {
  // Rows that follow each other are one.
  if (from_outer == from_inner * inner && to_outer == to_inner * inner) {
    inner *= outer;
    outer = 1;
  }
  if (inner == 1) {
    from_inner = from_outer;
    to_inner = to_outer;
    std::swap(inner, outer);
  }
  for (int64_t r = 0; r < outer; ++r)
    cast(from + r * from_outer, from_inner, to + r * to_outer, to_inner, inner);
}

}  // namespace

void TensorIterator::run_converted(Loop2d loop, const void* scalars, char* const* data,
                                   const int64_t* strides_bytes, int64_t inner, int64_t outer) const {
  alignas(64) char buffers[kMaxOperands][kBlock * 16];
  char* block_data[kMaxOperands];
  int64_t block_strides[2 * kMaxOperands];
  for (int i = 0; i < count_; ++i) {
    const Operand& operand = operands_[i];
    int64_t step = strides_bytes[i], row = strides_bytes[count_ + i];
    block_data[i] = data[i];
    block_strides[i] = step;
    block_strides[count_ + i] = row;
    if (operand.dtype == operand.loop_dtype) continue;
    // What is broadcast is converted once.
    int64_t columns = step == 0 ? 1 : inner, rows = row == 0 ? 1 : outer, size = itemsize(operand.loop_dtype);
    block_data[i] = buffers[i];
    block_strides[i] = step == 0 ? 0 : size;
    block_strides[count_ + i] = row == 0 ? 0 : columns * size;
    if (operand.is_output) continue;
    convert(cast_loop(operand.dtype, operand.loop_dtype), data[i], step, row, buffers[i], size,
            columns * size, columns, rows);
  }
  loop(block_data, block_strides, inner, outer, scalars);
  for (int i = 0; i < output_count_; ++i) {
    const Operand& operand = operands_[i];
    if (operand.dtype == operand.loop_dtype) continue;
    convert(cast_loop(operand.loop_dtype, operand.dtype), buffers[i], block_strides[i],
            block_strides[count_ + i], data[i], strides_bytes[i], strides_bytes[count_ + i], inner, outer);
  }
}

}  // namespace tt
