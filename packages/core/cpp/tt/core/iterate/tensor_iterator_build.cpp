// The build steps of TensorIterator, numbered as in its header.
#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/base/trace.h"
#include "tt/core/iterate/promote.h"
#include "tt/core/iterate/resize_output.h"
#include "tt/core/iterate/tensor_iterator.h"

namespace tt {

void TensorIterator::fail_too_many() {
  fail(ErrorKind::Value, "at most ", kMaxOperands, " operands are supported");
}

void TensorIterator::build(const IteratorConfig& config) {
  TraceScope trace(Stage::Iterate, nullptr, nullptr, "TensorIterator::build");
  if (!(config.is_reduction ? build_reduced_block(config) : build_alike(config))) build_steps(config);
  if (TracePause pause{trace}) trace_plan(trace);
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
  for (int i = 0; i < count_; ++i) {
    Operand& operand = operands_[i];
    operand.loop_dtype = operand.is_output ? result_dtype_ : common;
    if (config.promote_first_bool && i == output_count_) operand.loop_dtype = DType::Bool;
    operand.dtype = operand.tensor ? operand.tensor->dtype() : operand.loop_dtype;
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

// 2.
void TensorIterator::broadcast(const IteratorConfig& config) {
  int ndim = 0;
  int64_t sizes[kMaxDims];  // outermost first
  // `out=` takes any shape and in-place is an input too, so outputs join in only where all else is numbers
  // (fill_).
  int first = output_count_;
  while (first < count_ && !operands_[first].tensor) ++first;
  for (int i = first < count_ ? first : 0; i < count_; ++i) {
    if (!operands_[i].tensor) continue;
    Ints given = operands_[i].tensor->sizes();
    int given_ndim = static_cast<int>(given.size());
    if (given_ndim > ndim) {
      std::copy_backward(sizes, sizes + ndim, sizes + given_ndim);
      std::fill_n(sizes, given_ndim - ndim, 1);
      ndim = given_ndim;
    }
    for (int d = 0; d < given_ndim; ++d) {
      int64_t& size = sizes[ndim - given_ndim + d];
      if (given[d] == size || given[d] == 1) continue;
      TT_CHECK(size == 1, Runtime, "the size of tensor a (", size, ") must match the size of tensor b (",
               given[d], ") at non-singleton dimension ", ndim - given_ndim + d);
      size = given[d];
    }
  }
  ndim_ = static_cast<uint8_t>(ndim);
  numel_ = checked_numel({sizes, static_cast<size_t>(ndim)}, 1);
  for (int d = 0; d < ndim; ++d) {
    shape_[d] = sizes[ndim - 1 - d];
    order_[d] = static_cast<uint8_t>(ndim - 1 - d);
  }
  if (config.is_reduction) return;
  for (int i = 0; i < output_count_; ++i) {
    TensorImpl* out = operands_[i].tensor;
    Ints shape(sizes, ndim);
    if (!out || std::ranges::equal(out->sizes(), shape)) continue;
    // What it would cover then would be read after it was written to.
    bool is_read = std::any_of(operands_ + output_count_, operands_ + count_, [&](const Operand& in) {
      return in.tensor && would_cover(*out, shape, *in.tensor);
    });
    TT_CHECK(config.resize_outputs && !is_read, Runtime, "output with shape ", to_string(out->sizes()),
             " doesn't match the broadcast shape ", to_string(shape));
    resize_output(*out, shape);
    resized_ |= static_cast<uint8_t>(1 << i);
  }
}

// 3.
void TensorIterator::lay_out(const IteratorConfig&) {
  for (int i = 0; i < count_; ++i) {
    Operand& operand = operands_[i];
    const TensorImpl* tensor = operand.tensor;
    int64_t size_bytes = itemsize(operand.dtype);
    int have = tensor ? tensor->ndim() : 0;
    for (int d = 0; d < ndim_; ++d) {
      int dim = have - 1 - d;
      bool steps = dim >= 0 && !(resized_ >> i & 1) && (tensor->size(dim) != 1 || shape_[d] == 1);
      operand.strides_bytes[d] = steps ? tensor->stride(dim) * size_bytes : 0;
    }
  }
}

// 4. Insertion sort, since the order is nearly always right already.
void TensorIterator::reorder() {
  auto should_swap = [&](int inner, int outer) {
    for (int i = 0; i < count_; ++i) {
      const Operand& operand = operands_[i];
      if (!operand.tensor) continue;
      int64_t a = operand.strides_bytes[inner], b = operand.strides_bytes[outer];
      if (a == 0 || b == 0) continue;  // broadcast dims give no hint
      if (a != b) return a > b ? 1 : -1;
      if (shape_[inner] > shape_[outer]) return 1;
    }
    return 0;
  };
  for (int i = 1; i < ndim_; ++i) {
    int outer = i;
    for (int inner = i - 1; inner >= 0; --inner) {
      int verdict = should_swap(inner, outer);
      if (verdict < 0) break;
      if (verdict == 0) continue;
      std::swap(shape_[inner], shape_[outer]);
      std::swap(order_[inner], order_[outer]);
      for (int k = 0; k < count_; ++k) {
        std::swap(operands_[k].strides_bytes[inner], operands_[k].strides_bytes[outer]);
      }
      reordered_ = true;
      outer = inner;
    }
  }
}

// 5.
void TensorIterator::allocate(const IteratorConfig& config) {
  for (int i = 0; i < output_count_; ++i) {
    Operand& operand = operands_[i];
    if (operand.tensor && !(resized_ >> i & 1)) continue;
    TT_CHECK(!config.is_reduction, Runtime, "a reduction's output has to be given to its iterator");
    int64_t sizes[kMaxDims], strides[kMaxDims];
    int64_t stride = 1, bytes = itemsize(operand.tensor ? operand.dtype : result_dtype_);
    for (int d = 0; d < ndim_; ++d) {
      sizes[order_[d]] = shape_[d];
      strides[order_[d]] = stride;
      operand.strides_bytes[d] = stride * bytes;
      stride *= std::max<int64_t>(shape_[d], 1);
    }
    Ints shape(sizes, ndim_);
    if (operand.tensor) {
      operand.tensor->set_geometry(shape, strides, operand.tensor->offset());
      continue;
    }
    checked_numel(shape, itemsize(result_dtype_));
    own(i, reordered_ ? empty_strided(shape, strides, result_dtype_, device_)
                      : empty(shape, result_dtype_, device_));
    operand.dtype = result_dtype_;
  }
}

// 6.
void TensorIterator::coalesce() {
  ndim_before_coalescing_ = ndim_;
  if (ndim_ <= 1) return;
  auto can_merge = [&](int a, int b) {
    if (shape_[a] == 1 || shape_[b] == 1) return true;
    for (int i = 0; i < count_; ++i) {
      const int64_t* strides = operands_[i].strides_bytes;
      if (strides[a] * shape_[a] != strides[b]) return false;
    }
    return true;
  };
  auto take_strides = [&](int to, int from) {
    for (int i = 0; i < count_; ++i) operands_[i].strides_bytes[to] = operands_[i].strides_bytes[from];
  };
  int last = 0;
  for (int d = 1; d < ndim_; ++d) {
    if (can_merge(last, d)) {
      if (shape_[last] == 1) take_strides(last, d);
      shape_[last] *= shape_[d];
    } else {
      ++last;
      if (last != d) {
        take_strides(last, d);
        shape_[last] = shape_[d];
      }
    }
  }
  ndim_ = static_cast<uint8_t>(last + 1);
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

void TensorIterator::swap_dims(int a, int b) {
  std::swap(shape_[a], shape_[b]);
  for (int i = 0; i < count_; ++i) std::swap(operands_[i].strides_bytes[a], operands_[i].strides_bytes[b]);
}

int64_t TensorIterator::bytes_moved() const {
  int64_t bytes = 0;
  for (int i = 0; i < count_; ++i) {
    if (!operands_[i].tensor) continue;
    int64_t touched = 1;
    for (int d = 0; d < ndim_; ++d) touched *= operands_[i].strides_bytes[d] ? shape_[d] : 1;
    bytes += touched * itemsize(operands_[i].dtype);
  }
  return bytes;
}

void TensorIterator::trace_plan(TraceScope& trace) const {
  trace.detail("shape", to_string(shape()));
  std::vector<std::string> strides, operands;
  for (int i = 0; i < count_; ++i) {
    const Operand& operand = operands_[i];
    strides.push_back(to_string(Ints(operand.strides_bytes, ndim_)));
    std::string text = std::string(operand.is_output ? "out "
                                   : operand.tensor  ? "in "
                                                     : "number ") +
                       name(operand.dtype);
    if (operand.dtype != operand.loop_dtype)
      text += std::string(" (loop sees ") + name(operand.loop_dtype) + ")";
    operands.push_back(text);
  }
  trace.detail("strides_bytes", std::move(strides));
  trace.detail("operands", std::move(operands));
  trace.detail("coalesced",
               std::to_string(ndim_before_coalescing_) + " -> " + std::to_string(ndim_) + " dims");
  trace.detail("dtype", std::string(name(common_dtype_)));
  trace.detail("cast", needs_cast_);
  trace.detail("bytes", bytes_moved());
}

}  // namespace tt
