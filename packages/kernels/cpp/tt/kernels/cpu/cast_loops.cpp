// Conversions between all dtypes, compiled once per ISA. Part of copies (stage 7) and of the iterator's
// blocks.
//
// Note [Casts]
//   to bool      true for anything but 0, NaN included
//   to integers  integers wrap; floats are truncated, and what does not fit gives what the x86 instruction
//                for a 32-bit (short targets) or the target's width gives, in vector and scalar code alike
//   to real      the imaginary part is dropped; whoever copies warns
#include <type_traits>

#include "tt/kernels/cpu/cell.h"
#include "tt/kernels/cpu/copy_table.h"
#include "tt/kernels/cpu/short_floats.h"
#include "tt/kernels/cpu/transpose.h"

namespace tt::kernels::TT_ISA {
namespace {

template <class T>
constexpr bool is_complex_type = false;
template <class T>
constexpr bool is_complex_type<Complex<T>> = true;

// The upper half of an unsigned range lies beyond the signed conversion: shift down, convert, put the bit
// back.
template <class To, class From>
TT_HD To truncate(From value) {
  using Signed = std::conditional_t<(sizeof(To) <= 4), int32_t, int64_t>;
  if constexpr (std::is_unsigned_v<To> && sizeof(To) >= 4) {
    constexpr From half = sizeof(To) == 4 ? From(0x1p31) : From(0x1p63);
    bool high = value >= half;
    To low = static_cast<To>(static_cast<Signed>(high ? value - half : value));
    return low ^ static_cast<To>(static_cast<To>(high) << (8 * sizeof(To) - 1));
  } else {
    return static_cast<To>(static_cast<Signed>(value));
  }
}

template <class To, class From>
TT_HD opmath_t<To> convert(From value) {
  using Math = opmath_t<To>;
  if constexpr (is_complex_type<From>) {
    if constexpr (std::is_same_v<To, bool>)
      return (value.re != 0) | (value.im != 0);
    else if constexpr (is_complex_type<To>)
      return {static_cast<decltype(To::re)>(value.re), static_cast<decltype(To::re)>(value.im)};
    else
      return convert<To>(value.re);
  } else if constexpr (is_complex_type<To>) {
    return {static_cast<decltype(To::re)>(value), 0};
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != 0;
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return truncate<To>(value);
  } else {
    return static_cast<Math>(value);
  }
}

template <class From, class To>
void cast(const char* source, int64_t source_bytes, char* target, int64_t target_bytes, int64_t count) {
  using In = typename Cell<From>::Memory;
  using Out = typename Cell<To>::Memory;
  auto one = [](In value) { return Cell<To>::store(convert<To>(Cell<From>::load(value))); };
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
