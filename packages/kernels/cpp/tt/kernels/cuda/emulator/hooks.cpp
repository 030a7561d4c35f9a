// What -fsanitize=thread calls before each access of a kernel; see Note [Watched accesses] in check.h. Left out of
// ThreadSanitizer's build, which has functions of these names.
#include "tt/kernels/cuda/emulator/check.h"
#include "tt/kernels/cuda/emulator/thread.h"

using tt::emulator::Access;

#define TT_HOOK(name, bytes, access, alignment)                                                        \
  TT_EMULATOR_API void name(void* address) {                                                           \
    if (tt::emulator::checking) tt::emulator::check_access(address, bytes, Access::access, alignment); \
  }
// The compiler calls the ones without `unaligned` where the type is aligned to its size, or to 8.
#define TT_HOOKS(bytes)                                                    \
  TT_HOOK(__tsan_read##bytes, bytes, Read, bytes < 8 ? bytes : 8)          \
  TT_HOOK(__tsan_write##bytes, bytes, Write, bytes < 8 ? bytes : 8)        \
  TT_HOOK(__tsan_unaligned_read##bytes, bytes, Read, 1)                    \
  TT_HOOK(__tsan_unaligned_write##bytes, bytes, Write, 1)                  \
  TT_HOOK(__tsan_volatile_read##bytes, bytes, Read, bytes < 8 ? bytes : 8) \
  TT_HOOK(__tsan_volatile_write##bytes, bytes, Write, bytes < 8 ? bytes : 8)

#pragma GCC diagnostic ignored "-Wmissing-declarations"
extern "C" {

TT_HOOKS(1)
TT_HOOKS(2)
TT_HOOKS(4)
TT_HOOKS(8)
TT_HOOKS(16)

TT_EMULATOR_API void __tsan_read_range(void* address, unsigned long bytes) {
  if (tt::emulator::checking) tt::emulator::check_access(address, bytes, Access::Read);
}
TT_EMULATOR_API void __tsan_write_range(void* address, unsigned long bytes) {
  if (tt::emulator::checking) tt::emulator::check_access(address, bytes, Access::Write);
}
TT_EMULATOR_API void __tsan_init() {}
TT_EMULATOR_API void __tsan_func_entry(void*) {}
TT_EMULATOR_API void __tsan_func_exit(void*) {}
TT_EMULATOR_API void __tsan_vptr_update(void**, void*) {}
}
