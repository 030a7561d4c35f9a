// Warnings to the user. Core does not know Python; bind installs what shows them.
#pragma once

#include <string>

#include "tt/core/base/macros.h"

namespace tt {

extern TT_API void (*warn_hook)(const std::string& message);

inline void warn(const std::string& message) {
  if (warn_hook) warn_hook(message);
}

}  // namespace tt
