// A place in the sources. Paths are relative to the checkout, since the build maps
// them with -ffile-prefix-map.
#pragma once

#include <source_location>

namespace tt {

struct Location {
  const char* file = "";
  int line = 0;
};

inline constexpr Location here(std::source_location at = std::source_location::current()) {
  return {at.file_name(), static_cast<int>(at.line())};
}

}  // namespace tt
