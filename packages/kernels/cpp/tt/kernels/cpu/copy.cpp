// The CPU's half of copies, fills and item. Rows go through the cast loops of the ISA that runs; where
// source and target run along different dims, square blocks are turned over.
#include <algorithm>
#include <cstring>

#include "tt/core/base/trace.h"
#include "tt/kernels/cpu/copy_table.h"
#include "tt/kernels/cpu/isa.h"
#include "tt/kernels/plan/item.h"
#include "tt/kernels/plan/plan.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {

TT_DECLARE_ISA_COPIES(CopyLoops, copy_loops)

namespace {

const CopyLoops* loops = nullptr;

// What a row of a copy needs to know; passed where pointwise loops get their scalars.
struct CopyRows {
  CastLoop cast;
  Transpose transpose;
  int64_t source_size, target_size;  // of one element
};

void copy_rows(char* const* data, const int64_t* strides, int64_t inner, int64_t outer, const void* context) {
  const auto& copy = *static_cast<const CopyRows*>(context);
  char* target = data[0];
  const char* source = data[1];
  for (int64_t row = 0; row < outer; ++row) {
    copy.cast(source, strides[1], target, strides[0], inner);
    target += strides[2];
    source += strides[3];
  }
}

// Target rows are contiguous, source columns are. See Note [Transposed blocks].
void copy_transposed(char* const* data, const int64_t* strides, int64_t inner, int64_t outer,
                     const void* context) {
  const auto& copy = *static_cast<const CopyRows*>(context);
  if (outer == 1) return copy_rows(data, strides, inner, outer, context);
  copy.transpose(data[1], strides[1], data[0], strides[2], inner, outer);
}

// The same with a conversion: a block at a time through a buffer.
void convert_transposed(char* const* data, const int64_t* strides, int64_t inner, int64_t outer,
                        const void* context) {
  const auto& copy = *static_cast<const CopyRows*>(context);
  constexpr int64_t kSide = 32;
  alignas(64) char block[kSide * kSide * 16];
  for (int64_t r = 0; r < outer; r += kSide) {
    for (int64_t i = 0; i < inner; i += kSide) {
      int64_t rows = std::min(kSide, outer - r), count = std::min(kSide, inner - i);
      const char* source = data[1] + i * strides[1] + r * copy.source_size;
      char* target = data[0] + i * copy.target_size + r * strides[2];
      int64_t block_bytes = kSide * copy.source_size;
      copy.transpose(source, strides[1], block, block_bytes, count, rows);
      for (int64_t row = 0; row < rows; ++row) {
        copy.cast(block + row * block_bytes, copy.source_size, target + row * strides[2], copy.target_size,
                  count);
      }
    }
  }
}

// Target and source run along different dims. Then the source's becomes the second one, where the loop sees
// it.
bool turns_over(TensorIterator& iter) {
  const Operand& target = iter.operand(0);
  const Operand& source = iter.operand(1);
  int64_t size = itemsize(source.dtype);
  if (iter.ndim() < 2 || iter.shape()[0] < 4 || target.strides_bytes[0] != itemsize(target.dtype) ||
      source.strides_bytes[0] <= size) {
    return false;
  }
  int along = 1;
  while (along < iter.ndim() && source.strides_bytes[along] != size) ++along;
  if (along == iter.ndim() || iter.shape()[along] < 4) return false;
  if (along != 1) iter.swap_dims(1, along);
  return true;
}

constexpr Location copy_where = here();
void copy_run(const Op&, Call&, Plan& plan) {
  TensorIterator& iter = plan.iter;
  DType from = iter.operand(1).dtype, to = iter.operand(0).dtype;  // 4. dtype dispatch
  CopyRows rows{loops->cast[static_cast<int>(from)][static_cast<int>(to)],
                loops->transpose[__builtin_ctzll(static_cast<uint64_t>(itemsize(from)))], itemsize(from),
                itemsize(to)};
  const bool converts = from != to;
  Loop2d loop = copy_rows;
  LoopInfo info{.where = copy_where, .name = converts ? "convert_rows" : "copy_rows", .isa = loops->isa};
  if (turns_over(iter)) {
    loop = converts ? convert_transposed : copy_transposed;
    info.name = converts ? "convert_transposed" : "copy_transposed";
  }
  iter.for_each(loop, info, &rows);  // 5., 6.
}

constexpr Location item_where = here();
void item_run(const Op&, Call& call, Plan&) {
  const TensorImpl& self = *call.args[0].tensor;
  return_number(call, load(self.data(), self.dtype()));
}

}  // namespace

void register_cpu_copies() {
  loops = &TT_PICK_ISA(copy_loops);
  std::memcpy(cast_loops, loops->cast, sizeof(cast_loops));  // the iterator's conversions are these
  for (const char* op : {"copy_", "clone", "_to_copy", "fill_.Scalar", "zero_"}) {
    register_run(op, Key::CPU, copy_run, "copy_run", nullptr, copy_where);
  }
  register_run("item", Key::CPU, item_run, "item_run", nullptr, item_where);
}

}  // namespace tt::kernels
