// Sizes and strides as numbers: element counts, contiguity, and the checks that keep a view
// inside its storage. Strides are in elements.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "tt/core/base/macros.h"

namespace tt {

using Ints = std::span<const int64_t>;

inline constexpr int kMaxDims = 64;

// "[2, 3]"
TT_API std::string to_string(Ints values);

// Says what is wrong with sizes that checked_numel refuses.
[[noreturn]] TT_API void fail_numel(Ints sizes);

// Throws on a negative size, on more than kMaxDims dims, and when the count times `itemsize` overflows
// int64; sizes of 0 are left out of that product, so that strides do not overflow either.
inline int64_t checked_numel(Ints sizes, int64_t itemsize) {
  uint64_t count = 1;
  int64_t bytes = itemsize;
  bool refused = sizes.size() > kMaxDims;
  for (int64_t size : sizes) {
    refused |= size < 0;
    refused |= __builtin_mul_overflow(bytes, size ? size : 1, &bytes);
    count *= static_cast<uint64_t>(size);
  }
  if (TT_UNLIKELY(refused)) fail_numel(sizes);
  return static_cast<int64_t>(count);
}

inline int64_t numel_of(Ints sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  return count;
}

inline void contiguous_strides(Ints sizes, int64_t* strides) {
  int64_t stride = 1;
  for (int dim = static_cast<int>(sizes.size()) - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    stride *= sizes[dim] > 1 ? sizes[dim] : 1;
  }
}

inline bool is_contiguous(Ints sizes, const int64_t* strides) {
  int64_t expected = 1;
  bool dense = true;
  for (int dim = static_cast<int>(sizes.size()) - 1; dim >= 0; --dim) {
    if (sizes[dim] == 0) return true;
    if (sizes[dim] != 1) {
      dense &= strides[dim] == expected;
      expected *= sizes[dim];
    }
  }
  return dense;
}

// Every index that occurs lies in [0, storage_bytes); throws otherwise. Overflow and negative strides are
// errors even where no index occurs.
TT_API void check_in_storage(Ints sizes, Ints strides, int64_t offset, int64_t itemsize,
                             int64_t storage_bytes);

// `dim` as an index from 0; throws IndexError as torch words it. 0-d tensors count as 1-d.
TT_API int wrap_dim(int64_t dim, int ndim);

// Strides with which a tensor (sizes, strides) can be seen as `target` without a copy.
TT_API bool view_strides(Ints sizes, const int64_t* strides, Ints target, int64_t* result);

// Replaces one -1 in `sizes` so that they multiply to `numel`; throws when they cannot.
TT_API void infer_size(int64_t* sizes, int ndim, int64_t numel);

// A view of some storage: offset and strides in elements.
struct Region {
  Ints sizes;
  Ints strides;
  int64_t offset;
  int64_t itemsize;  // bytes
};

}  // namespace tt
