#include "tt/kernels/cuda/emulator/shared.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "tt/kernels/cuda/emulator/block.h"
#include "tt/kernels/cuda/emulator/check.h"
#include "tt/kernels/cuda/emulator/report.h"
#include "tt/kernels/cuda/emulator/sanitizers.h"

namespace tt::emulator {
namespace {

constexpr size_t kGap = 64;  // between arrays, so that a step beyond one does not reach the next
alignas(128) char memory[2 * kSharedBytes];

struct Array {
  const void* tag;
  const char* name;
  size_t offset, bytes;
};
std::vector<Array> arrays;
size_t used_bytes = 0, next_offset = 0;

}  // namespace

void begin_shared_memory() {
  allow(memory, sizeof(memory));
  if (next_offset) std::memset(memory, 0xDB, next_offset + kGap);
  forbid(memory, sizeof(memory));
  arrays.clear();
  used_bytes = 0;
  next_offset = kGap;
  forget_shared_accesses();
}

void* shared_memory(const void* tag, size_t bytes, const char* name) {
  for (const Array& array : arrays) {
    if (array.tag == tag) return memory + array.offset;
  }
  used_bytes += bytes;
  if (used_bytes > kSharedBytes || next_offset + bytes + kGap > sizeof(memory)) {
    stop_kernel("uses " + std::to_string(used_bytes) + " bytes of shared memory; a block has " +
                std::to_string(kSharedBytes));
  }
  arrays.push_back({tag, name, next_offset, bytes});
  next_offset += (bytes + 2 * kGap - 1) / kGap * kGap;
  allow(memory + arrays.back().offset, bytes);
  return memory + arrays.back().offset;
}

bool is_shared(const void* address) {
  auto* at = static_cast<const char*>(address);
  return at >= memory && at < memory + sizeof(memory);
}

size_t shared_offset(const void* address) {
  return static_cast<size_t>(static_cast<const char*>(address) - memory);
}

std::string shared_bounds_problem(const void* address, size_t bytes) {
  size_t at = shared_offset(address);
  const Array* before = nullptr;
  for (const Array& array : arrays) {
    if (at >= array.offset && at + bytes <= array.offset + array.bytes) return {};
    if (array.offset <= at) before = &array;
  }
  if (!before) return "before the first array of shared memory";
  return std::to_string(at - before->offset) + " bytes into the shared array '" + before->name + "' of " +
         std::to_string(before->bytes) + " bytes";
}

size_t shared_bytes_in_use() { return used_bytes; }

}  // namespace tt::emulator
