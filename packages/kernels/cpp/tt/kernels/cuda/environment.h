// Variables of the environment that turn something on.
#pragma once

#include <cstdlib>
#include <cstring>

namespace tt::cuda {

// Whether there is one of the name, and not as 0.
inline bool is_set(const char* variable) {
  const char* text = std::getenv(variable);
  return text && *text && std::strcmp(text, "0") != 0;
}

}  // namespace tt::cuda
