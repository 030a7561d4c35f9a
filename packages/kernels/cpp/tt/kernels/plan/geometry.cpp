#include "tt/kernels/plan/geometry.h"

#include <algorithm>

#include "tt/core/base/error.h"

namespace tt::kernels {
namespace {

// Dims sorted from the smallest stride to the largest; broadcast dims (stride 0) stay where they are. After
// the reordering of TensorIterator.
void order_by_stride(const TensorImpl& tensor, int* order) {
  int ndim = tensor.ndim();
  for (int i = 0; i < ndim; ++i) order[i] = ndim - 1 - i;
  auto verdict = [&](int inner, int outer) {
    int64_t a = tensor.stride(inner), b = tensor.stride(outer);
    if (a == 0 || b == 0) return 0;
    if (a != b) return a > b ? 1 : -1;
    return tensor.size(inner) > tensor.size(outer) ? 1 : 0;
  };
  for (int i = 1; i < ndim; ++i) {
    int at = i;
    for (int j = i - 1; j >= 0; --j) {
      int swap = verdict(order[j], order[at]);
      if (swap < 0) break;
      if (swap == 0) continue;
      std::swap(order[j], order[at]);
      at = j;
    }
  }
}

void strides_in_order(Ints sizes, const int* order, int64_t* strides) {
  int64_t stride = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    strides[order[i]] = stride;
    stride *= std::max<int64_t>(sizes[order[i]], 1);
  }
}

// Whether the elements fill one run of memory.
bool is_dense(const TensorImpl& tensor, const int* order) {
  int64_t expected = 1;
  for (int i = 0; i < tensor.ndim(); ++i) {
    int64_t size = tensor.size(order[i]);
    if (size < 2) continue;
    if (tensor.stride(order[i]) != expected) return false;
    expected *= size;
  }
  return true;
}

}  // namespace

void expanded_strides(const TensorImpl& tensor, Ints sizes, int64_t* strides) {
  int ndim = static_cast<int>(sizes.size()), have = tensor.ndim();
  TT_CHECK(have <= ndim, Runtime, "the number of sizes (", ndim,
           ") must be greater or equal to the number of dimensions in the tensor (", have, "), got sizes ",
           to_string(sizes), " for a tensor of shape ", to_string(tensor.sizes()));
  for (int dim = ndim - 1; dim >= 0; --dim) {
    int own = dim - (ndim - have);
    int64_t size = own < 0 ? 1 : tensor.size(own);
    if (size == 1 && sizes[dim] != 1) {
      strides[dim] = 0;
    } else if (own < 0) {
      strides[dim] = have == 0 ? 0 : sizes[dim + 1] * strides[dim + 1];
    } else {
      TT_CHECK(size == sizes[dim], Runtime, "the expanded size of the tensor (", sizes[dim],
               ") must match the existing size (", size, ") at non-singleton dimension ", dim,
               ".  Target sizes: ", to_string(sizes), ".  Tensor sizes: ", to_string(tensor.sizes()));
      strides[dim] = tensor.stride(own);
    }
  }
}

void strides_in_format(const TensorImpl& tensor, MemoryFormat format, int64_t* strides) {
  Ints sizes = tensor.sizes();
  if (format == MemoryFormat::Contiguous) return contiguous_strides(sizes, strides);
  int order[kMaxDims];
  if (format == MemoryFormat::Preserve) {
    if (tensor.is_contiguous()) {
      std::copy_n(tensor.strides().data(), sizes.size(), strides);
      return;
    }
    order_by_stride(tensor, order);
    if (is_dense(tensor, order))
      std::copy_n(tensor.strides().data(), sizes.size(), strides);
    else
      strides_in_order(sizes, order, strides);
    return;
  }
  int rank = format == MemoryFormat::ChannelsLast ? 4 : 5;
  TT_CHECK(tensor.ndim() == rank, Runtime, "required rank ", rank, " tensor to use ",
           rank == 4 ? "channels_last" : "channels_last_3d", " format, got ", tensor.ndim(), " dims");
  order[0] = 1;
  for (int i = 1; i < rank - 1; ++i) order[i] = rank - i;
  order[rank - 1] = 0;
  strides_in_order(sizes, order, strides);
}

Tensor empty_like(const TensorImpl& tensor, DType dtype, Device device, MemoryFormat format) {
  int64_t strides[kMaxDims];
  strides_in_format(tensor, format, strides);
  return tt::empty_strided(tensor.sizes(), strides, dtype, device);
}

}  // namespace tt::kernels
