// What a kernel sees of the emulator while it runs: which thread it is, barriers, exchanges between lanes, shared
// memory. Must not know the driver's interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#define TT_EMULATOR_API __attribute__((visibility("default")))

namespace tt::emulator {

inline constexpr int kWarp = 32;
inline constexpr size_t kExchangeBytes = 16;

struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};

// One CUDA thread's coordinates. Blocks run one after the other, and one launch at a time.
struct Here {
  Dim3 thread, block, block_dim, grid_dim;
  int linear = 0;  // of the thread in its block
};
extern TT_EMULATOR_API const Here* here;

inline int lane() { return here->linear % kWarp; }

// All threads of the block, or the lanes of `mask` of the warp, meet.
TT_EMULATOR_API void block_barrier();
TT_EMULATOR_API void warp_barrier(unsigned mask, const char* what);
// Gives `value` to the lanes that ask for it and takes that of `lane`.
TT_EMULATOR_API void exchange(unsigned mask, const void* value, void* taken, size_t bytes, int lane,
                              const char* what);
TT_EMULATOR_API unsigned ballot(unsigned mask, bool predicate);

// The block's array that `tag` stands for; made by the first thread that asks.
TT_EMULATOR_API void* shared_memory(const void* tag, size_t bytes, const char* name);
// An access that no other thread's can come between.
TT_EMULATOR_API void note_atomic(const void* address, size_t bytes);

// A kernel as the driver's launch calls it.
using Trampoline = void (*)(void** args);
TT_EMULATOR_API bool add_kernel(const char* name, Trampoline kernel);

template <auto kernel>
struct Call;
template <class... Args, void (*kernel)(Args...)>
struct Call<kernel> {
  static void run(void** args) { with(args, std::index_sequence_for<Args...>{}); }

 private:
  template <size_t... I>
  static void with([[maybe_unused]] void** args, std::index_sequence<I...>) {
    kernel(*static_cast<const Args*>(args[I])...);
  }
};

}  // namespace tt::emulator

// Makes the kernel known by a name: what the compiler's name expression is on a device.
#define TT_EMULATED(name, ...) ::tt::emulator::add_kernel(name, ::tt::emulator::Call<__VA_ARGS__>::run)
