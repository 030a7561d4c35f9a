// Turning a block of elements over: rows of the source become columns of the target. Part of units compiled
// per ISA.
//
// Note [Transposed blocks]
// Whole cache lines of source rows are read at once into a small buffer, and whole lines of target rows
// written: no line has to stay in a cache, which it could not when rows are a large power of two apart and
// share a set. In the buffer, squares as wide as a 16-byte vector are turned over by interleaving: after
// log2(width) rounds of out[2i], out[2i + 1] = low and high halves of (in[i], in[i + width / 2]) row i is
// column i.
#pragma once

#include "tt/kernels/functors/cell.h"

namespace tt::kernels::TT_ISA {

// Vectors of T, 16 bytes wide; GCC and Clang share these extensions.
template <class T>
struct Vector {
  typedef T type __attribute__((vector_size(16)));
  typedef T unaligned __attribute__((vector_size(16), aligned(1), may_alias));
};

template <class T>
TT_HD void interleave(typename Vector<T>::type a, typename Vector<T>::type b, typename Vector<T>::type& low,
                      typename Vector<T>::type& high) {
  if constexpr (sizeof(T) == 8) {
    low = __builtin_shufflevector(a, b, 0, 2);
    high = __builtin_shufflevector(a, b, 1, 3);
  } else if constexpr (sizeof(T) == 4) {
    low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  } else if constexpr (sizeof(T) == 2) {
    low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    high = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  } else {
    low = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    high = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  }
}

// A square as wide as a vector. Strides in bytes.
template <class T>
TT_HD void turn_square(const char* source, int64_t source_bytes, char* target, int64_t target_bytes) {
  constexpr int kWidth = 16 / sizeof(T);
  if constexpr (kWidth == 1) {
    *reinterpret_cast<T*>(target) = *reinterpret_cast<const T*>(source);
  } else {
    using V = typename Vector<T>::type;
    using U = typename Vector<T>::unaligned;
    V rows[2][kWidth];
    for (int i = 0; i < kWidth; ++i) rows[0][i] = *reinterpret_cast<const U*>(source + i * source_bytes);
    int now = 0;
#pragma GCC unroll 4
    for (int round = 1; round < kWidth; round *= 2, now ^= 1) {
#pragma GCC unroll 16
      for (int i = 0; i < kWidth / 2; ++i) {
        interleave<T>(rows[now][i], rows[now][i + kWidth / 2], rows[now ^ 1][2 * i],
                      rows[now ^ 1][2 * i + 1]);
      }
    }
    for (int i = 0; i < kWidth; ++i) *reinterpret_cast<U*>(target + i * target_bytes) = rows[now][i];
  }
}

// A square of whole cache lines.
template <class T>
TT_HD void turn_lines(const char* source, int64_t source_bytes, char* target, int64_t target_bytes) {
  constexpr int64_t kSide = 64 / sizeof(T), kWidth = 16 / sizeof(T);
  alignas(64) char lines[kSide][64];
  for (int64_t i = 0; i < kSide; ++i) __builtin_memcpy(lines[i], source + i * source_bytes, 64);
  for (int64_t j = 0; j < kSide; j += kWidth) {
    for (int64_t i = 0; i < kSide; i += kWidth) {
      turn_square<T>(lines[i] + j * int64_t{sizeof(T)}, 64,
                     target + j * target_bytes + i * int64_t{sizeof(T)}, target_bytes);
    }
  }
}

template <class T>
void transpose(const char* source, int64_t source_bytes, char* target, int64_t target_bytes, int64_t rows,
               int64_t columns) {
  constexpr int64_t kSize = sizeof(T);
  constexpr int64_t kSide = 64 / kSize;
  // Measured on 2048 x 2048: elements up to 4 bytes are fastest when 256 of a target row are written before
  // the next row, wider ones when 128 of a source row are read.
  constexpr bool rows_outside = kSize <= 4;
  constexpr int64_t kOuter = rows_outside ? 256 : 128;
  auto square = [&](int64_t r, int64_t c, int64_t height, int64_t width) {
    const char* from = source + r * source_bytes + c * kSize;
    char* to = target + c * target_bytes + r * kSize;
    if (height == kSide && width == kSide) return turn_lines<T>(from, source_bytes, to, target_bytes);
    for (int64_t j = 0; j < width; ++j) {
      for (int64_t i = 0; i < height; ++i) {
        reinterpret_cast<T*>(to + j * target_bytes)[i] =
            reinterpret_cast<const T*>(from + i * source_bytes)[j];
      }
    }
  };
  auto least = [](int64_t a, int64_t b) { return a < b ? a : b; };
  const int64_t outer = rows_outside ? rows : columns, middle = rows_outside ? columns : rows;
  for (int64_t o = 0; o < outer; o += kOuter) {
    const int64_t end = least(o + kOuter, outer);
    for (int64_t m = 0; m < middle; m += kSide) {
      for (int64_t i = o; i < end; i += kSide) {
        int64_t r = rows_outside ? i : m, c = rows_outside ? m : i;
        square(r, c, least(kSide, rows - r), least(kSide, columns - c));
      }
    }
  }
}

}  // namespace tt::kernels::TT_ISA
