// Checks of every access that a kernel makes, while they are on: bounds, shared memory that nobody has written, races.
//
// Note [Watched accesses]
// The emulator's .cu files are compiled with -fsanitize=thread, which puts a call before each access; the functions
// it calls are ours (hooks.cpp), not ThreadSanitizer's. Each byte remembers who wrote it last and who read it. Two
// accesses of different threads race when one writes, they are not both atomic, and nothing lies between them:
// no barrier for threads of one block, no meeting of the warp for lanes of one warp; nothing helps between
// blocks of one launch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tt::emulator {

// Read by every hook.
extern bool checking;

enum class Access : uint8_t { Read, Write, Atomic };
void check_access(const void* address, size_t bytes, Access access);

void begin_launch_checks();
void forget_shared_accesses();

}  // namespace tt::emulator
