// The kernels of every pointwise op, made from the functor that the CPU's loops are made of. A thread takes
// kPointwiseWork elements, a block's width apart; where all operands are contiguous, packs of 16 bytes.
#include "tt/kernels/cuda/device/platform.h"

#include <utility>

#include "tt/kernels/cuda/device/element.h"
#include "tt/kernels/cuda/device/layout.h"
#include "tt/kernels/cuda/device/pointwise_args.h"
#include "tt/kernels/functors/marks.h"

namespace tt::kernels::device {

// F: the functor. T: the dtype in which it computes. Tensors (or numbers in their place) come first, then the op's
// numbers.
template <class F, int Inputs, int Scalars, class T, Promotion promotes>
struct Pointwise {
  using E = typename decltype(loop_type<F, T>())::type;
  using Real = std::conditional_t<promotes == Promotion::ComplexToReal, real_t<E>, E>;
  using R = std::conditional_t<promotes == Promotion::ToBool, bool, Real>;
  // The result's dtype, of which R has the bits.
  using RealResult = std::conditional_t<promotes == Promotion::ComplexToReal, real_t<T>, T>;
  using Result = std::conditional_t<promotes == Promotion::ToBool, bool, RealResult>;
  using Out = typename Cell<R>::Memory;
  using Opmath = opmath_t<E>;

  template <int I>
  static constexpr bool is_condition = takes_condition<F> && I == 0;
  template <int I>
  using Given = std::conditional_t<is_condition<I>, bool, T>;
  template <int I>
  using Input = std::conditional_t<is_condition<I>, bool, E>;
  template <int I>
  using In = typename Cell<Input<I>>::Memory;

  static constexpr int widest(int a, int b) { return a > b ? a : b; }
  static constexpr int kElementBytes = widest(sizeof(Out), sizeof(typename Cell<E>::Memory));
  static constexpr int kPack = kElementBytes >= 16 ? 1 : kElementBytes == 1 ? 8 : 16 / kElementBytes;

  // What the device's instruction gives for an integer divided by 0, wherever this is compiled.
  template <class Value>
  TT_HD static bool is_refused(Value last) {
    if constexpr (refuses_zero<F> && std::is_integral_v<Value>) return last == 0;
    return false;
  }
  template <class First>
  TT_HD static First last_of(First value) {
    return value;
  }
  template <class First, class... Rest>
  TT_HD static auto last_of(First, Rest... rest) {
    return last_of(rest...);
  }

  template <class... Values, size_t... S>
  TT_HD static Out apply(const PointwiseArgs& args, std::index_sequence<S...>, Values... values) {
    if constexpr (refuses_zero<F>) {
      if (is_refused(last_of(values...))) return Cell<R>::store(static_cast<opmath_t<R>>(-1));
    }
    return Cell<R>::store(F{}(values..., *reinterpret_cast<const Opmath*>(args.scalars[S].bytes)...));
  }
  template <size_t... I>
  TT_HD static Out compute(const PointwiseArgs& args, const char* const* from, std::index_sequence<I...>) {
    return apply(args, std::make_index_sequence<Scalars>{},
                 Cell<Input<I>>::load(*reinterpret_cast<const In<I>*>(from[I]))...);
  }

  TT_HD static const char* source(const PointwiseArgs& args, int operand) {
    return args.is_number >> operand & 1 ? args.numbers[operand].bytes : args.data[operand];
  }

  template <class Memory>
  struct alignas(sizeof(Memory) * kPack) Pack {
    Memory v[kPack];
  };
  template <int I>
  struct Packs {
    Pack<In<I>> pack;
    TT_HD void read(const PointwiseArgs& args, int64_t pack_index) {
      if (args.is_number >> (I + 1) & 1 || args.is_single >> (I + 1) & 1) {
        for (int k = 0; k < kPack; ++k) pack.v[k] = *reinterpret_cast<const In<I>*>(source(args, I + 1));
      } else {
        pack = reinterpret_cast<const Pack<In<I>>*>(args.data[I + 1])[pack_index];
      }
    }
  };
  template <size_t... I>
  TT_HD static void one_pack(const PointwiseArgs& args, int64_t index, std::index_sequence<I...>) {
    Pack<Out> out;
    auto fill = [&](auto... packs) {
      (packs.read(args, index), ...);
      for (int k = 0; k < kPack; ++k) {
        out.v[k] = apply(args, std::make_index_sequence<Scalars>{}, Cell<Input<I>>::load(packs.pack.v[k])...);
      }
    };
    fill(Packs<I>{}...);
    reinterpret_cast<Pack<Out>*>(args.data[0])[index] = out;
  }
  template <size_t... I>
  TT_HD static void one(const PointwiseArgs& args, int64_t index, std::index_sequence<I...>) {
    const char* from[] = {source(args, I + 1) + ((args.is_number | args.is_single) >> (I + 1) & 1
                                                     ? 0
                                                     : index * int64_t{sizeof(In<I>)})...};
    reinterpret_cast<Out*>(args.data[0])[index] = compute(args, from, std::index_sequence<I...>{});
  }

  template <class Index, size_t... I>
  TT_HD static void one_strided(const PointwiseArgs& args, const Index* offsets, std::index_sequence<I...>) {
    const char* from[] = {(source(args, I + 1) + offsets[I + 1])...};
    *reinterpret_cast<Out*>(args.data[0] + offsets[0]) = compute(args, from, std::index_sequence<I...>{});
  }

  // Through the dtype of the loop to the bits that the functor computes with.
  template <int I>
  TT_HD static auto cast_input(const PointwiseArgs& args, const char* from) {
    auto memory = Cell<Given<I>>::store(load_as<Given<I>>(from, args.dtypes[I + 1]));
    return Cell<Input<I>>::load(bits::cast<In<I>>(memory));
  }
  template <class Index, size_t... I>
  TT_HD static void one_cast(const PointwiseArgs& args, const Index* offsets, std::index_sequence<I...>) {
    Out out = apply(args, std::make_index_sequence<Scalars>{},
                    cast_input<I>(args, source(args, I + 1) + offsets[I + 1])...);
    auto value = Cell<Result>::load(bits::cast<typename Cell<Result>::Memory>(out));
    store_as(args.data[0] + offsets[0], args.dtypes[0], value);
  }
};

TT_HD int64_t first_of_block(int64_t width) {
  return static_cast<int64_t>(blockIdx.x) * (kPointwiseWork * width) + threadIdx.x;
}

template <class F, int Inputs, int Scalars, class T, Promotion promotes>
__global__ void __launch_bounds__(kPointwiseThreads) contiguous(const __grid_constant__ PointwiseArgs args) {
  using Op = Pointwise<F, Inputs, Scalars, T, promotes>;
  const auto inputs = std::make_index_sequence<Inputs>{};
  const int64_t packs = args.is_aligned ? args.count / Op::kPack : 0;
  int64_t index = first_of_block(kPointwiseThreads);
  for (int k = 0; k < kPointwiseWork; ++k, index += kPointwiseThreads) {
    if (index < packs) Op::one_pack(args, index, inputs);
  }
  // What fills no pack, or everything where the memory is not aligned to packs.
  const int64_t step = static_cast<int64_t>(gridDim.x) * kPointwiseThreads;
  index = packs * Op::kPack + static_cast<int64_t>(blockIdx.x) * kPointwiseThreads + threadIdx.x;
  for (; index < args.count; index += step) Op::one(args, index, inputs);
}

template <class F, int Inputs, int Scalars, class T, Promotion promotes, class Index>
__global__ void __launch_bounds__(kPointwiseThreads)
    strided(const __grid_constant__ PointwiseArgs args,
            const __grid_constant__ Layout<Index, Inputs + 1> layout) {
  int64_t index = first_of_block(kPointwiseThreads);
  for (int k = 0; k < kPointwiseWork; ++k, index += kPointwiseThreads) {
    if (index >= args.count) return;
    Index offsets[Inputs + 1];
    layout.offsets_of(static_cast<Index>(index), offsets);
    Pointwise<F, Inputs, Scalars, T, promotes>::one_strided(args, offsets,
                                                            std::make_index_sequence<Inputs>{});
  }
}

template <class F, int Inputs, int Scalars, class T, Promotion promotes>
__global__ void __launch_bounds__(kPointwiseThreads)
    casting(const __grid_constant__ PointwiseArgs args,
            const __grid_constant__ Layout<uint64_t, Inputs + 1> layout) {
  int64_t index = first_of_block(kPointwiseThreads);
  for (int k = 0; k < kPointwiseWork; ++k, index += kPointwiseThreads) {
    if (index >= args.count) return;
    uint64_t offsets[Inputs + 1];
    layout.offsets_of(static_cast<uint64_t>(index), offsets);
    Pointwise<F, Inputs, Scalars, T, promotes>::one_cast(args, offsets, std::make_index_sequence<Inputs>{});
  }
}

}  // namespace tt::kernels::device
