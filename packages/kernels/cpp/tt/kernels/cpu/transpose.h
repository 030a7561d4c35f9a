// Turning a block of elements over: rows of the source become columns of the target. Part of units compiled
// per ISA.
//
// Note [Transposed blocks]
// A whole cache line of each source row is read at once into a small buffer, and a whole line of
// each target row written: no line has to stay in a cache, which it could not when rows are a large power of
// two apart and share a set.
#pragma once

#include "tt/core/base/dtype.h"

namespace tt::kernels::TT_ISA {

template <int Bytes>
struct Bits;
template <>
struct Bits<1> { using type = uint8_t; };
template <>
struct Bits<2> { using type = uint16_t; };
template <>
struct Bits<4> { using type = uint32_t; };
template <>
struct Bits<8> { using type = uint64_t; };
template <>
struct Bits<16> { using type = ComplexDouble; };
template <int Bytes>
using BitsOfSize = typename Bits<Bytes>::type;

template <class T>
void transpose(const char* source, int64_t source_bytes, char* target, int64_t target_bytes, int64_t rows,
               int64_t columns) {
  constexpr int64_t kSide = sizeof(T) >= 8 ? 8 : 64 / sizeof(T) > 16 ? 32 : 16;  // a line's worth, or two
  for (int64_t r = 0; r < rows; r += kSide) {
    for (int64_t c = 0; c < columns; c += kSide) {
      const char* from = source + r * source_bytes + c * int64_t{sizeof(T)};
      char* to = target + c * target_bytes + r * int64_t{sizeof(T)};
      if (r + kSide <= rows && c + kSide <= columns) {
        alignas(64) T tile[kSide][kSide];
        for (int64_t i = 0; i < kSide; ++i) __builtin_memcpy(tile[i], from + i * source_bytes, sizeof(tile[i]));
        for (int64_t j = 0; j < kSide; ++j) {
          T* line = reinterpret_cast<T*>(to + j * target_bytes);
          for (int64_t i = 0; i < kSide; ++i) line[i] = tile[i][j];
        }
        continue;
      }
      int64_t height = rows - r < kSide ? rows - r : kSide, width = columns - c < kSide ? columns - c : kSide;
      for (int64_t j = 0; j < width; ++j) {
        for (int64_t i = 0; i < height; ++i) {
          reinterpret_cast<T*>(to + j * target_bytes)[i] = reinterpret_cast<const T*>(from + i * source_bytes)[j];
        }
      }
    }
  }
}

}  // namespace tt::kernels::TT_ISA
