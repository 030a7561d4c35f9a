// Which instruction set the CPU loops use. Loops are compiled once per ISA (baseline, avx2, avx512) in
// namespaces of their own; this picks the best copy that the build has and the machine runs, or a
// lower one that the environment variable TT_ISA names. Decided once, when kernels are registered.
#pragma once

namespace tt::kernels {

// Named as their namespaces are: x86-64 (or any other machine), x86-64-v3, x86-64-v4.
enum class Isa { baseline, avx2, avx512 };

const char* name(Isa isa);

Isa machine_isa();
// The best that TT_ISA allows, which is any when it is not set. Throws Value for an unknown name.
Isa allowed_isa();
// The best that the machine runs and TT_ISA allows.
Isa running_isa();
inline bool runs(Isa isa) { return running_isa() >= isa; }

}  // namespace tt::kernels

// The copy of table `name` to use; for units that a person wrote and that are compiled per ISA. The build
// says which copies there are beside the baseline.
#ifdef TT_HAVE_AVX512
#define TT_IF_AVX512(name) ::tt::kernels::runs(::tt::kernels::Isa::avx512) ? avx512::name:
#else
#define TT_IF_AVX512(name)
#endif
#ifdef TT_HAVE_AVX2
#define TT_IF_AVX2(name) ::tt::kernels::runs(::tt::kernels::Isa::avx2) ? avx2::name:
#else
#define TT_IF_AVX2(name)
#endif
#define TT_PICK_ISA(name) (TT_IF_AVX512(name) TT_IF_AVX2(name) baseline::name)

// Declares all copies of a table.
#define TT_DECLARE_ISA_COPIES(type, name) \
  namespace baseline {                    \
  extern const type name;                 \
  }                                       \
  namespace avx2 {                        \
  extern const type name;                 \
  }                                       \
  namespace avx512 {                      \
  extern const type name;                 \
  }
