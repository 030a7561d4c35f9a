// In which order the dims of a fresh tensor lie in memory: what `memory_format=` asks for.
#pragma once

#include <cstdint>

namespace tt {

// In the order of the op table's MemoryFormat names.
enum class MemoryFormat : uint8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

inline constexpr int kMemoryFormatCount = 4;

inline const char* name(MemoryFormat format) {
  constexpr const char* kNames[] = {"contiguous_format", "preserve_format", "channels_last",
                                    "channels_last_3d"};
  return kNames[static_cast<int>(format)];
}

}  // namespace tt
