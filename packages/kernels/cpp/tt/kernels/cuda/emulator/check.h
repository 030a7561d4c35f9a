// Checks of every access that a kernel makes, while they are on: bounds, alignment, shared memory that nobody has written,
// races.
//
// Note [Watched accesses]
// The emulator's .cu files are compiled with -fsanitize=thread, which puts a call before each access; the functions
// it calls are ours (hooks.cpp), not ThreadSanitizer's. Each byte remembers who wrote it last and who read it. Two
// accesses of different threads race when one writes, they are not both atomic, and nothing lies between them:
// no barrier for threads of one block, no meeting of the warp for lanes of one warp; nothing helps between
// blocks of one launch. Two launches, copies or products race when their streams did not wait for each other (order.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "tt/kernels/cuda/emulator/shadow.h"

namespace tt::emulator {

// Read by every hook.
extern std::atomic<bool> checking;

enum class Access : uint8_t { Read, Write, Atomic };
// `alignment` is that of the type; a device refuses what does not lie so.
void check_access(const void* address, size_t bytes, Access access, size_t alignment = 1);

// What follows is done by this launch, copy or product.
void begin_work_checks(const Work& work);
// The bytes that a copy or a product uses; of the host's memory nothing is known.
void check_range(const void* address, size_t bytes, Access access);
// The memory goes back to the pool of a stream.
void check_release(const void* address, uint32_t stream);
void forget_shared_accesses();

}  // namespace tt::emulator
