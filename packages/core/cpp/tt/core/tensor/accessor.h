// TensorAccessor: indexing of a tensor's elements by hand, for kernels that are not pointwise.
//
//   TensorAccessor<float, 2> a(*tensor);
//   float x = a[i][j];
#pragma once

#include "tt/core/base/error.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

template <class T, int N>
class TensorAccessor {
 public:
  explicit TensorAccessor(const TensorImpl& tensor)
      : data_(tensor.data_as<T>()), sizes_(tensor.sizes().data()), strides_(tensor.strides().data()) {
    TT_CHECK(tensor.ndim() == N, Runtime, "expected a tensor of ", N, " dims, got ", tensor.ndim());
    TT_CHECK(tensor.dtype() == DTypeOf<T>::value, Runtime, "expected dtype ", name(DTypeOf<T>::value),
             ", got ", name(tensor.dtype()));
  }
  TensorAccessor(T* data, const int64_t* sizes, const int64_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}

  int64_t size(int dim) const { return sizes_[dim]; }
  int64_t stride(int dim) const { return strides_[dim]; }
  T* data() const { return data_; }

  decltype(auto) operator[](int64_t index) const {
    T* at = data_ + index * strides_[0];
    if constexpr (N == 1)
      return *at;
    else
      return TensorAccessor<T, N - 1>(at, sizes_ + 1, strides_ + 1);
  }

 private:
  T* data_;
  const int64_t* sizes_;
  const int64_t* strides_;
};

}  // namespace tt
