// Conversions between all dtypes, compiled once per ISA. Part of copies (stage 7) and of the iterator's
// blocks.
#include <type_traits>

#include "tt/kernels/cpu/copy_table.h"
#include "tt/kernels/cpu/short_floats.h"
#include "tt/kernels/cpu/transpose.h"
#include "tt/kernels/functors/convert.h"

namespace tt::kernels::TT_ISA {
namespace {

template <class From, class To>
void cast(const char* source, int64_t source_bytes, char* target, int64_t target_bytes, int64_t count) {
  using In = typename Cell<From>::Memory;
  using Out = typename Cell<To>::Memory;
  auto one = [](In value) { return Cell<To>::store(converted<To>(Cell<From>::load(value))); };
  if (source_bytes == sizeof(In) && target_bytes == sizeof(Out)) {
    auto* from = reinterpret_cast<const In*>(source);
    auto* to = reinterpret_cast<Out*>(target);
    if constexpr (std::is_same_v<From, float> && std::is_same_v<To, Half>) {
      narrow(from, to, count);
    } else if constexpr (std::is_same_v<From, Half> && std::is_same_v<To, float>) {
      widen(from, to, count);
    } else {
#pragma omp simd
      for (int64_t i = 0; i < count; ++i) to[i] = one(from[i]);
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    *reinterpret_cast<Out*>(target) = one(*reinterpret_cast<const In*>(source));
    source += source_bytes;
    target += target_bytes;
  }
}

// One dtype: only the size matters.
template <class T>
void move(const char* source, int64_t source_bytes, char* target, int64_t target_bytes, int64_t count) {
  if (source_bytes == sizeof(T) && target_bytes == sizeof(T)) {
    __builtin_memcpy(target, source, static_cast<size_t>(count) * sizeof(T));
    return;
  }
  if (source_bytes == 0 && target_bytes == sizeof(T)) {
    const T value = *reinterpret_cast<const T*>(source);
    auto* to = reinterpret_cast<T*>(target);
    for (int64_t i = 0; i < count; ++i) to[i] = value;
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    *reinterpret_cast<T*>(target) = *reinterpret_cast<const T*>(source);
    source += source_bytes;
    target += target_bytes;
  }
}

// Conversions of integers depend on the target's width alone.
template <class From, class To>
constexpr CastLoop loop_of() {
  if constexpr (sizeof(From) == sizeof(To) &&
                (std::is_same_v<From, To> || (std::is_integral_v<From> && std::is_integral_v<To> &&
                                              !std::is_same_v<To, bool> && !std::is_same_v<From, bool>))) {
    return move<BitsOfSize<sizeof(To)>>;
  } else if constexpr (std::is_integral_v<To> && !std::is_same_v<To, bool> &&
                       (std::is_integral_v<From> || sizeof(To) <= 2)) {
    return cast<From, BitsOfSize<sizeof(To)>>;
  } else {
    return cast<From, To>;
  }
}

// The conversions from one type, by target.
template <class From>
consteval void fill_row(CastLoop* row) {
#define TT_TO(E, T, N, C) row[static_cast<int>(DType::E)] = loop_of<From, T>();
  TT_FORALL_DTYPES(TT_TO)
#undef TT_TO
}

consteval CopyLoops make() {
  CopyLoops table{{},
                  {transpose<uint8_t>, transpose<uint16_t>, transpose<uint32_t>, transpose<uint64_t>,
                   transpose<ComplexDouble>},
                  TT_ISA_NAME};
#define TT_FROM(E, T, N, C) fill_row<T>(table.cast[static_cast<int>(DType::E)]);
  TT_FORALL_DTYPES(TT_FROM)
#undef TT_FROM
  return table;
}

}  // namespace

extern const CopyLoops copy_loops;
constinit const CopyLoops copy_loops = make();

}  // namespace tt::kernels::TT_ISA
