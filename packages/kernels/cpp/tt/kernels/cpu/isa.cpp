#include "tt/kernels/cpu/isa.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "tt/core/base/error.h"

namespace tt::kernels {

Isa machine_isa() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  // x86-64-v3 and v4; where AVX2 and BMI2 are, the rest of v3 (F16C, LZCNT, MOVBE) is on every CPU made.
  bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl");
  if (v3) return v4 ? Isa::avx512 : Isa::avx2;
#endif
  return Isa::baseline;
}

Isa allowed_isa() {
  const char* text = std::getenv("TT_ISA");
  if (!text || !*text) return Isa::avx512;
  for (Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    if (std::string(text) == name(isa)) return isa;
  }
  fail(ErrorKind::Value, "TT_ISA: expected baseline, avx2 or avx512, got '", text, "'");
}

const char* name(Isa isa) {
  constexpr const char* kNames[] = {"baseline", "avx2", "avx512"};
  return kNames[static_cast<int>(isa)];
}

Isa running_isa() {
  static const Isa isa = std::min(machine_isa(), allowed_isa());
  return isa;
}

}  // namespace tt::kernels
