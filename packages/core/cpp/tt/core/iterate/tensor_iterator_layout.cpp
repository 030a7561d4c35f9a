// The steps of building a TensorIterator that are about dims, 2 to 6 of its header: shape, strides, order.
#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/iterate/resize_output.h"
#include "tt/core/iterate/tensor_iterator.h"

namespace tt {

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

void TensorIterator::swap_dims(int a, int b) {
  std::swap(shape_[a], shape_[b]);
  for (int i = 0; i < count_; ++i) std::swap(operands_[i].strides_bytes[a], operands_[i].strides_bytes[b]);
}

}  // namespace tt
