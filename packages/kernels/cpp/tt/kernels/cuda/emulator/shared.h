// The shared memory of the block that runs.
#pragma once

#include <cstddef>
#include <string>

namespace tt::emulator {

inline constexpr size_t kSharedBytes = 48 * 1024;

// A new block: no array has a place yet, and what is read before it is written is poison.
void begin_shared_memory();
bool is_shared(const void* address);
// Where in shared memory an address is.
size_t shared_offset(const void* address);
// Nothing when the bytes lie in one array, else what they are next to.
std::string shared_bounds_problem(const void* address, size_t bytes);
size_t shared_bytes_in_use();

}  // namespace tt::emulator
