// Results that will not be read soon, written past the caches. Part of units compiled per ISA; knows no
// functor.
//
// Note [Streaming]
// A plain store reads the line that it is about to overwrite. For results that leave the caches anyway,
// non-temporal stores save that third of the traffic: 4M float additions take 0.9 ms instead of 1.3. Blocks
// of 2 KiB are computed into a buffer and written from there; larger ones were slower than plain stores.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cstdint>

#include "tt/core/base/macros.h"

namespace tt::kernels::TT_ISA {

inline constexpr int kMaxRowOperands = 4;  // an output and three inputs
using Row = void (*)(char* out, char* const* in, int64_t count, const char* scalars);

#ifdef __SSE2__
// Measured: below, plain stores are as fast or faster.
inline constexpr int64_t kStreamBytes = int64_t{4} << 20;
#else
inline constexpr int64_t kStreamBytes = INT64_MAX;
#endif

// Whether to stream `outer` rows of `row_bytes` to `out`. Not where an input is overwritten: its lines are in
// the cache already.
TT_HD bool should_stream(char* const* data, int operands, int64_t row_bytes, int64_t outer,
                         int64_t outer_stride) {
  if (row_bytes * outer < kStreamBytes || row_bytes < 2048) return false;
  if ((reinterpret_cast<uintptr_t>(data[0]) | static_cast<uintptr_t>(outer > 1 ? outer_stride : 0)) % 64)
    return false;
  for (int i = 1; i < operands; ++i) {
    if (data[i] == data[0]) return false;
  }
  return true;
}

inline void stream_bytes(char* to, const char* from, int64_t bytes) {
  int64_t i = 0;
#if defined(__AVX512F__)
  for (; i + 64 <= bytes; i += 64) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i), _mm512_load_si512(from + i));
  }
#elif defined(__AVX__)
  for (; i + 32 <= bytes; i += 32) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i),
                        _mm256_load_si256(reinterpret_cast<const __m256i*>(from + i)));
  }
#elif defined(__SSE2__)
  for (; i + 16 <= bytes; i += 16) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                     _mm_load_si128(reinterpret_cast<const __m128i*>(from + i)));
  }
#endif
  __builtin_memcpy(to + i, from + i, static_cast<size_t>(bytes - i));
}

// The output is contiguous, every input contiguous or one element (stride 0).
inline __attribute__((noinline)) void streamed_rows(Row run, int64_t out_size, int operands,
                                                    char* const* data, const int64_t* strides, int64_t inner,
                                                    int64_t outer, const char* scalars) {
  constexpr int64_t kBytes = 2048;
  alignas(64) char buffer[kBytes];
  const int64_t block = kBytes / out_size;
  const int64_t* outer_strides = strides + operands;
  for (int64_t r = 0; r < outer; ++r) {
    for (int64_t c = 0; c < inner; c += block) {
      int64_t count = inner - c < block ? inner - c : block;
      char* in[kMaxRowOperands];
      for (int i = 1; i < operands; ++i) in[i - 1] = data[i] + r * outer_strides[i] + c * strides[i];
      run(buffer, in, count, scalars);
      stream_bytes(data[0] + r * outer_strides[0] + c * out_size, buffer, count * out_size);
    }
  }
#ifdef __SSE2__
  _mm_sfence();
#endif
}

}  // namespace tt::kernels::TT_ISA
