// TensorIterator: broadcasts, promotes and lays out the operands of a pointwise op or a reduction,
// so that a kernel only says what happens to one row of elements. After PyTorch's class of
// the same name.
//
//   TensorIterator iter;
//   iter.add_output(nullptr);            // to be allocated
//   iter.add_input(*a);
//   iter.add_number(Scalar::of(2.0));
//   iter.build({.promotes = Promotion::Default});
//   iter.for_each(loop, info);           // loop(data, strides_bytes, inner, outer, scalars)
//
// Note [Exact numbers]
// A number, or a tensor of the CPU without dims, is not always a value of the short float in which it meets the
// other operands: of float16 1e5 is infinity. With `exact_numbers` the loop then computes in float32 with the
// number as it is, and each result is rounded once.
//
// Build steps, in the order in which they run:
//   1. promote      common dtype in which the loop computes, and the results' dtypes
//   2. broadcast    one shape for all operands
//   3. lay out      strides in bytes of every operand, 0 where it is broadcast or reduced
//   4. reorder      dims sorted so that the innermost one has the smallest strides
//   5. allocate     missing outputs, in the order of dims found in 4; `out=` is checked or resized
//   6. coalesce     adjacent dims that are one run in memory for every operand become one
// Operands that are contiguous and of one shape skip 3, 4 and 6: they are one row. When they are of one
// dtype and device too, which most calls are, `build_alike` does all of it in one pass, and so does
// `build_reduced_block` for a contiguous reduction over adjacent dims.
#pragma once

#include <cstdint>

#include "tt/core/base/promotion.h"
#include "tt/core/base/scalar.h"
#include "tt/core/iterate/loop.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

inline constexpr int kMaxOperands = 6;

// Uninitialised until it is added: most calls use two or three of the six.
struct Operand {
  TensorImpl* tensor;  // null: a number, or an output to be allocated
  char* data;
  DType dtype;       // in memory
  DType loop_dtype;  // what the loop wants; different means converted block by block
  bool is_output;
  int64_t strides_bytes[kMaxDims];  // innermost dim first, once built
};

struct IteratorConfig {
  Promotion promotes = Promotion::Default;
  DType compute_dtype = DType::Undefined;  // given: no promotion
  DType result_dtype = DType::Undefined;   // given: overrides what promotion says
  bool resize_outputs = true;              // `out=`; in-place forbids it
  bool promote_first_bool = false;         // the first input stands aside (where's condition)
  bool exact_numbers = false;              // Note [Exact numbers]
  // Reduction: bit d set when dim d of the input is reduced. The output is given, with size 1 there.
  uint64_t reduced_dims = 0;
  bool is_reduction = false;

  // Whether promotion does not have the last word.
  bool decides_dtype() const {
    return compute_dtype != DType::Undefined || result_dtype != DType::Undefined ||
           promotes == Promotion::None;
  }
};

class TT_API TensorIterator {
 public:
  TensorIterator() {}
  ~TensorIterator() {
    for (; owned_; owned_ &= static_cast<uint8_t>(owned_ - 1))
      release(operands_[__builtin_ctz(owned_)].tensor);
  }
  TensorIterator(const TensorIterator&) = delete;
  TensorIterator& operator=(const TensorIterator&) = delete;

  // Outputs come first. Tensors are borrowed; allocated outputs are owned until taken.
  void add_output(TensorImpl* tensor) {
    add(tensor, true);
    ++output_count_;
  }
  void add_input(TensorImpl& tensor) { add(&tensor, false); }
  void add_number(const Scalar& number) {
    scalars_[count_] = number;
    add(nullptr, false);
  }
  void build(const IteratorConfig& config);

  int ndim() const { return ndim_; }
  // Innermost dim first.
  Ints shape() const { return {shape_, static_cast<size_t>(ndim_)}; }
  int64_t numel() const { return numel_; }
  int operand_count() const { return count_; }
  int output_count() const { return output_count_; }
  const Operand& operand(int index) const { return operands_[index]; }
  DType common_dtype() const { return common_dtype_; }
  DType result_dtype() const { return result_dtype_; }
  Device device() const { return device_; }
  bool needs_cast() const { return needs_cast_; }
  // Every operand is one contiguous row or a single element.
  bool is_one_row() const { return ndim_ <= 1; }
  int64_t bytes_moved() const;
  TensorImpl* output(int index = 0) const { return operands_[index].tensor; }
  // Changes the order in which rows are walked, for loops that want another dim next to the innermost one.
  void swap_dims(int a, int b);
  // A reference to an output, for the call's result.
  Tensor take_output(int index = 0) {
    TensorImpl* tensor = operands_[index].tensor;
    if (!(owned_ >> index & 1)) return Tensor::share(tensor);
    owned_ ^= static_cast<uint8_t>(1 << index);
    return Tensor::steal(tensor);
  }

  // Runs the loop over all elements, split over threads when they are many.
  void for_each(Loop2d loop, const LoopInfo& info, const void* scalars = nullptr) const;
  // The elements [begin, end) in this thread.
  void for_range(Loop2d loop, const void* scalars, int64_t begin, int64_t end) const;

 private:
  void promote(const IteratorConfig& config);
  bool rounds_numbers(int first, DType dtype) const;
  void broadcast(const IteratorConfig& config);
  void find_device();
  bool take_numbers(int first, int last);
  bool try_one_row(const IteratorConfig& config);
  void lay_out(const IteratorConfig& config);
  void reorder();
  void allocate(const IteratorConfig& config);
  void coalesce();
  void store_numbers();
  void fill_data();
  bool build_alike(const IteratorConfig& config);
  bool build_reduced_block(const IteratorConfig& config);
  void build_steps(const IteratorConfig& config);
  void add(TensorImpl* tensor, bool is_output) {
    if (TT_UNLIKELY(count_ == kMaxOperands)) fail_too_many();
    Operand& operand = operands_[count_++];
    operand.tensor = tensor;
    operand.is_output = is_output;
  }
  void own(int index, Tensor output) {
    operands_[index].tensor = output.give();
    owned_ |= static_cast<uint8_t>(1 << index);
  }
  [[noreturn]] static void fail_too_many();
  void trace_plan(class TraceScope& trace) const;
  void run_rows(Loop2d loop, const void* scalars, char* const* data, const int64_t* strides_bytes,
                int64_t inner, int64_t outer) const;
  void run_converted(Loop2d loop, const void* scalars, char* const* data, const int64_t* strides_bytes,
                     int64_t inner, int64_t outer) const;

  uint8_t count_ = 0;
  uint8_t output_count_ = 0;
  uint8_t ndim_ = 0;
  uint8_t owned_ = 0;        // bit i: operand i is an output that was allocated here
  uint8_t resized_ = 0;      // bit i: operand i is an `out=` that got its shape here, and gets its strides
  uint8_t order_[kMaxDims];  // order_[i]: the logical dim that became dim i
  bool needs_cast_ = false;
  bool reordered_ = false;
  uint8_t ndim_before_coalescing_ = 0;
  DType common_dtype_ = DType::Undefined;
  DType result_dtype_ = DType::Undefined;
  Device device_;
  int64_t numel_ = 1;
  int64_t shape_[kMaxDims];
  Scalar scalars_[kMaxOperands];  // set for operands that are numbers
  alignas(16) char numbers_[kMaxOperands][16];
  Operand operands_[kMaxOperands];
};

}  // namespace tt
