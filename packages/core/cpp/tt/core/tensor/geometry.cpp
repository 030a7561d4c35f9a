#include "tt/core/tensor/geometry.h"

#include <algorithm>

#include "tt/core/base/error.h"

namespace tt {

std::string to_string(Ints values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i) text += ", ";
    text += std::to_string(values[i]);
  }
  return text + "]";
}

void fail_numel(Ints sizes) {
  TT_CHECK(sizes.size() <= kMaxDims, Runtime, "a tensor has at most ", kMaxDims, " dims, got ", sizes.size());
  TT_CHECK(std::ranges::all_of(sizes, [](int64_t size) { return size >= 0; }), Runtime,
           "expected sizes of at least 0, got ", to_string(sizes));
  fail(ErrorKind::Runtime, "the size ", to_string(sizes),
       " overflows: its elements cannot be counted in 64 bits");
}

void check_in_storage(Ints sizes, Ints strides, int64_t offset, int64_t itemsize, int64_t storage_bytes) {
  TT_CHECK(offset >= 0, Runtime, "expected a storage offset of at least 0, got ", offset);
  int64_t last = offset, unused;
  bool overflow = false, empty = false;
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    TT_CHECK(strides[dim] >= 0, Runtime, "negative strides are not supported, got strides ",
             to_string(strides));
    empty |= sizes[dim] == 0;
    int64_t reach;
    overflow |= __builtin_mul_overflow(strides[dim], itemsize, &unused);
    overflow |= __builtin_mul_overflow(std::max<int64_t>(sizes[dim] - 1, 0), strides[dim], &reach);
    overflow |= __builtin_add_overflow(last, reach, &last);
  }
  int64_t end_bytes;
  overflow |= __builtin_add_overflow(last, 1, &last);
  overflow |= __builtin_mul_overflow(last, itemsize, &end_bytes);
  TT_CHECK(!overflow, Runtime, "sizes ", to_string(sizes), " with strides ", to_string(strides),
           " overflow 64 bits");
  TT_CHECK(empty || end_bytes <= storage_bytes, Runtime, "sizes ", to_string(sizes), ", strides ",
           to_string(strides), " and storage offset ", offset, " need a storage of ", end_bytes,
           " bytes, but it has ", storage_bytes);
}

int wrap_dim(int64_t dim, int ndim) {
  int range = std::max(ndim, 1);
  TT_CHECK(dim >= -range && dim < range, Index, "dimension out of range (expected to be in range of [",
           -range, ", ", range - 1, "], but got ", dim, ")");
  return static_cast<int>(dim < 0 ? dim + range : dim);
}

bool view_strides(Ints sizes, const int64_t* strides, Ints target, int64_t* result) {
  if (numel_of(sizes) == 0) {
    if (sizes.size() == target.size() && std::equal(sizes.begin(), sizes.end(), target.begin())) {
      std::copy_n(strides, sizes.size(), result);
    } else {
      contiguous_strides(target, result);
    }
    return true;
  }
  // Walk both from the right. A run of dims that is one block in memory (each stride is the
  // next one's extent) can be cut anew by any target dims of the same product.
  int out = static_cast<int>(target.size()) - 1;
  int64_t block_stride = sizes.empty() ? 1 : strides[sizes.size() - 1];
  int64_t block = 1, cut = 1;
  for (int dim = static_cast<int>(sizes.size()) - 1; dim >= 0; --dim) {
    block *= sizes[dim];
    bool block_ends = dim == 0 || (sizes[dim - 1] != 1 && strides[dim - 1] != block * block_stride);
    if (!block_ends) continue;
    while (out >= 0 && (cut < block || target[out] == 1)) {
      result[out] = cut * block_stride;
      cut *= target[out--];
    }
    if (cut != block) return false;
    if (dim > 0) {
      block_stride = strides[dim - 1];
      block = cut = 1;
    }
  }
  for (; out >= 0; --out) result[out] = block_stride * cut;  // only ones are left
  return true;
}

void infer_size(int64_t* sizes, int ndim, int64_t numel) {
  Ints given(sizes, ndim);
  int unknown = -1;
  int64_t known = 1;
  bool overflow = false;
  for (int dim = 0; dim < ndim; ++dim) {
    if (sizes[dim] == -1) {
      TT_CHECK(unknown < 0, Runtime, "only one dimension can be inferred, got shape ", to_string(given));
      unknown = dim;
    } else {
      TT_CHECK(sizes[dim] >= 0, Runtime, "invalid shape dimension ", sizes[dim], " in shape ",
               to_string(given));
      overflow |= __builtin_mul_overflow(known, sizes[dim], &known);
    }
  }
  TT_CHECK(unknown < 0 || known != 0 || overflow, Runtime, "cannot reshape a tensor of ", numel,
           " elements into shape ", to_string(given),
           " because the unspecified dimension size -1 can be any value and is ambiguous");
  bool fits = !overflow && (unknown < 0 ? known == numel : numel % known == 0);
  TT_CHECK(fits, Runtime, "shape '", to_string(given), "' is invalid for input of size ", numel);
  if (unknown >= 0) sizes[unknown] = numel / known;
}

}  // namespace tt
