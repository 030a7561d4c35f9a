// Building a TensorIterator step by step: the order of the steps, and those about dtypes, devices and numbers. They are
// numbered as in its header; tensor_iterator_layout.cpp has those about dims.
#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/base/trace.h"
#include "tt/core/iterate/promote.h"
#include "tt/core/iterate/tensor_iterator.h"

namespace tt {

void TensorIterator::fail_too_many() {
  fail(ErrorKind::Value, "at most ", kMaxOperands, " operands are supported");
}

void TensorIterator::build(const IteratorConfig& config) {
  auto run = [&]() __attribute__((always_inline)) {
    if (!(config.is_reduction ? build_reduced_block(config) : build_alike(config))) build_steps(config);
  };
  // Note [Price of the hook] in base/trace.cpp.
  auto run_traced = [&]() __attribute__((cold, noinline)) {
    TraceScope trace(Stage::Iterate, nullptr, nullptr, "TensorIterator::build");
    run();
    if (TracePause pause{trace}) trace_plan(trace);
  };
  if (is_traced()) return run_traced();
  run();
}

void TensorIterator::build_steps(const IteratorConfig& config) {
  promote(config);
  find_device();
  if (!try_one_row(config)) {
    broadcast(config);
    lay_out(config);
    reorder();
    allocate(config);
    coalesce();
  }
  store_numbers();
  fill_data();
}

// Whether a number or a tensor of the CPU without dims, from operand `first` on, is none of the short float's.
bool TensorIterator::rounds_numbers(int first, DType dtype) const {
  for (int i = first; i < count_; ++i) {
    const TensorImpl* tensor = operands_[i].tensor;
    if (tensor && (tensor->ndim() > 0 || tensor->device().type != DeviceType::CPU)) continue;
    if (is_rounded(tensor ? load(tensor->data(), tensor->dtype()) : scalars_[i], dtype)) return true;
  }
  return false;
}

// 1.
void TensorIterator::promote(const IteratorConfig& config) {
  int first_input = output_count_ + (config.promote_first_bool ? 1 : 0);
  DType common = config.compute_dtype;
  if (common == DType::Undefined) {
    // Most calls have inputs of one dtype.
    TensorImpl* first = first_input < count_ ? operands_[first_input].tensor : nullptr;
    bool same = first != nullptr;
    for (int i = first_input + 1; same && i < count_; ++i) {
      same = operands_[i].tensor && operands_[i].tensor->dtype() == first->dtype();
    }
    if (same) {
      common = first->dtype();
    } else {
      ResultType result;
      for (int i = first_input; i < count_; ++i) {
        if (operands_[i].tensor)
          result.add(*operands_[i].tensor);
        else
          result.add(scalars_[i]);
      }
      common = result.get();
    }
  }
  if (config.promotes == Promotion::IntToFloat && is_integral(common, true)) common = default_dtype();
  common_dtype_ = common;
  result_dtype_ = config.result_dtype != DType::Undefined ? config.result_dtype
                                                          : tt::result_dtype(config.promotes, common);
  DType written = result_dtype_;
  if (config.exact_numbers && is_short_float(common) && rounds_numbers(first_input, common))
    common_dtype_ = common = written = DType::Float32;
  for (int i = 0; i < count_; ++i) {
    Operand& operand = operands_[i];
    operand.loop_dtype = operand.is_output ? written : common;
    if (config.promote_first_bool && i == output_count_) operand.loop_dtype = DType::Bool;
    operand.dtype = operand.tensor      ? operand.tensor->dtype()
                    : operand.is_output ? result_dtype_
                                        : operand.loop_dtype;
    if (operand.dtype == operand.loop_dtype) continue;
    needs_cast_ = true;
    TT_CHECK(!operand.is_output || can_cast(result_dtype_, operand.dtype), Runtime, "result type ",
             name(result_dtype_), " can't be cast to the desired output type ", name(operand.dtype));
  }
}

// All tensors have to be on one device; an input of the CPU that has no dims is the number it holds elsewhere.
void TensorIterator::find_device() {
  device_ = {};
  bool found = false;
  for (int i = 0; i < count_; ++i) {
    if (!operands_[i].tensor) continue;
    Device device = operands_[i].tensor->device();
    if (!found) device_ = device;
    if (TT_UNLIKELY(!(device == device_))) {
      int first = device_.type == DeviceType::CPU ? 0 : i, last = device_.type == DeviceType::CPU ? i : i + 1;
      bool fits = take_numbers(first, last);
      TT_CHECK(fits, Runtime,
               "expected all tensors to be on the same device, but found at least two devices, ",
               to_string(device_), " and ", to_string(device));
      if (last == i) device_ = device;
    }
    found = true;
  }
}

// Makes numbers of the operands [first, last) that are tensors; false when one cannot be.
bool TensorIterator::take_numbers(int first, int last) {
  for (int i = first; i < last; ++i) {
    Operand& operand = operands_[i];
    if (!operand.tensor) continue;
    const TensorImpl& tensor = *operand.tensor;
    if (operand.is_output || tensor.ndim() > 0 || tensor.device().type != DeviceType::CPU) return false;
    scalars_[i] = load(tensor.data(), tensor.dtype());
    operand.tensor = nullptr;
    operand.dtype = operand.loop_dtype;
  }
  return true;
}

bool TensorIterator::try_one_row(const IteratorConfig& config) {
  if (config.is_reduction) return false;
  const TensorImpl* first = nullptr;
  for (int i = 0; i < count_; ++i) {
    const TensorImpl* tensor = operands_[i].tensor;
    if (!tensor) continue;
    if (!tensor->is_contiguous()) return false;
    if (!first)
      first = tensor;
    else if (first != tensor && !std::ranges::equal(first->sizes(), tensor->sizes()))
      return false;
  }
  if (!first) return false;
  numel_ = first->numel();
  shape_[0] = numel_;
  ndim_ = 1;
  ndim_before_coalescing_ = static_cast<uint8_t>(first->ndim());
  for (int i = 0; i < count_; ++i) {
    Operand& operand = operands_[i];
    if (operand.is_output && !operand.tensor) {
      own(i, empty_like_contiguous(*first, result_dtype_));
      operand.dtype = result_dtype_;
    }
    operand.strides_bytes[0] = operand.tensor ? itemsize(operand.dtype) : 0;
  }
  return true;
}

void TensorIterator::store_numbers() {
  for (int i = output_count_; i < count_; ++i) {
    Operand& operand = operands_[i];
    if (operand.tensor) continue;
    store(scalars_[i], operand.loop_dtype, numbers_[i]);
    operand.data = numbers_[i];
  }
}

void TensorIterator::fill_data() {
  bool has_memory = device_.type != DeviceType::Meta;
  for (int i = 0; i < count_; ++i) {
    if (operands_[i].tensor) operands_[i].data = has_memory ? operands_[i].tensor->data() : nullptr;
  }
}

}  // namespace tt
