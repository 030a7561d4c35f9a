// Rows of operands that are not contiguous: packed into buffers, computed, and unpacked. Part of units
// compiled per ISA; knows no functor.
#pragma once

#include "tt/kernels/cpu/stream.h"
#include "tt/kernels/cpu/transpose.h"

namespace tt::kernels::TT_ISA {

template <class T>
TT_HD void move_elements(const char* from, int64_t from_bytes, char* to, int64_t to_bytes, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    *reinterpret_cast<T*>(to) = *reinterpret_cast<const T*>(from);
    from += from_bytes;
    to += to_bytes;
  }
}

inline void move_row(int64_t size, const char* from, int64_t from_bytes, char* to, int64_t to_bytes,
                     int64_t count) {
  switch (size) {
    case 1:
      return move_elements<uint8_t>(from, from_bytes, to, to_bytes, count);
    case 2:
      return move_elements<uint16_t>(from, from_bytes, to, to_bytes, count);
    case 4:
      return move_elements<uint32_t>(from, from_bytes, to, to_bytes, count);
    case 8:
      return move_elements<uint64_t>(from, from_bytes, to, to_bytes, count);
    default:
      return move_elements<ComplexDouble>(from, from_bytes, to, to_bytes, count);
  }
}

inline void turn_block(int64_t size, const char* from, int64_t from_bytes, char* to, int64_t to_bytes,
                       int64_t rows, int64_t columns) {
  switch (size) {
    case 1:
      return transpose<uint8_t>(from, from_bytes, to, to_bytes, rows, columns);
    case 2:
      return transpose<uint16_t>(from, from_bytes, to, to_bytes, rows, columns);
    case 4:
      return transpose<uint32_t>(from, from_bytes, to, to_bytes, rows, columns);
    case 8:
      return transpose<uint64_t>(from, from_bytes, to, to_bytes, rows, columns);
    default:
      return transpose<ComplexDouble>(from, from_bytes, to, to_bytes, rows, columns);
  }
}

// `elsewhere` has a bit for each operand that is not contiguous; operand 0 is the output. Operands that run
// along the outer dim are turned over, for as many rows at once as fill a cache line.
inline __attribute__((noinline)) void packed_rows(Row run, const int64_t* sizes, unsigned elsewhere,
                                                  int operands, char* const* data, const int64_t* strides,
                                                  int64_t inner, int64_t outer, const char* scalars) {
  constexpr int64_t kBlock = 256;  // elements of a row
  alignas(64) char buffers[kMaxRowOperands][kBlock * 64];
  const int64_t* outer_strides = strides + operands;
  unsigned turned = 0;
  int64_t rows_at_once = 1;
  for (int i = 0; i < operands && outer >= 4; ++i) {
    if (!(elsewhere >> i & 1) || outer_strides[i] != sizes[i]) continue;
    turned |= 1u << i;
    rows_at_once = 64 / sizes[i] > rows_at_once ? 64 / sizes[i] : rows_at_once;
  }
  for (int i = 0; i < operands; ++i) {
    // Narrow operands beside wide ones: what is turned over has to fit its buffer.
    if (turned >> i & 1) rows_at_once = rows_at_once * sizes[i] > 64 ? 64 / sizes[i] : rows_at_once;
  }
  for (int64_t r = 0; r < outer; r += rows_at_once) {
    int64_t rows = outer - r < rows_at_once ? outer - r : rows_at_once;
    for (int64_t c = 0; c < inner; c += kBlock) {
      int64_t count = inner - c < kBlock ? inner - c : kBlock;
      char* block[kMaxRowOperands];
      for (int i = 0; i < operands; ++i) {
        block[i] = data[i] + r * outer_strides[i] + c * strides[i];
        if (i > 0 && (turned >> i & 1))
          turn_block(sizes[i], block[i], strides[i], buffers[i], kBlock * sizes[i], count, rows);
      }
      for (int64_t row = 0; row < rows; ++row) {
        char* at[kMaxRowOperands];
        for (int i = 0; i < operands; ++i) {
          at[i] = block[i] + row * outer_strides[i];
          if (turned >> i & 1) {
            at[i] = buffers[i] + row * kBlock * sizes[i];
          } else if (elsewhere >> i & 1) {
            if (i > 0) move_row(sizes[i], at[i], strides[i], buffers[i], sizes[i], count);
            at[i] = buffers[i];
          }
        }
        run(at[0], at + 1, count, scalars);
        if ((elsewhere & 1) && !(turned & 1)) {
          move_row(sizes[0], buffers[0], sizes[0], block[0] + row * outer_strides[0], strides[0], count);
        }
      }
      if (turned & 1) turn_block(sizes[0], buffers[0], kBlock * sizes[0], block[0], strides[0], rows, count);
    }
  }
}

}  // namespace tt::kernels::TT_ISA
