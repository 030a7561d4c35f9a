// Numbers at equal distances. Stage 7 of a call, compiled once per ISA.
#include "tt/kernels/cpu/arange_table.h"
#include "tt/kernels/functors/range_number.h"

namespace tt::kernels::TT_ISA {
namespace {

template <class T>
void fill(const Range& given, int64_t first, int64_t count, char* to, int64_t stride_bytes) {
  const Range range = given;
  if (stride_bytes == sizeof(T)) {
    T* out = reinterpret_cast<T*>(to);
#pragma omp simd
    for (int64_t i = 0; i < count; ++i) out[i] = range_number<T>(range, first + i);
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    *reinterpret_cast<T*>(to + i * stride_bytes) = range_number<T>(range, first + i);
}

consteval ArangeLoops make() {
  ArangeLoops table{{}, here(), TT_ISA_NAME};
#define TT_LOOP(E, T, N, C)                                         \
  if constexpr (DType::E != DType::Bool && !is_complex(DType::E)) { \
    table.by_dtype[static_cast<int>(DType::E)] = fill<T>;           \
  }
  TT_FORALL_DTYPES(TT_LOOP)
#undef TT_LOOP
  return table;
}

}  // namespace

extern const ArangeLoops arange_loops;
constinit const ArangeLoops arange_loops = make();

}  // namespace tt::kernels::TT_ISA
