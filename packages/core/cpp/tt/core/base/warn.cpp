#include "tt/core/base/warn.h"

namespace tt {

void (*warn_hook)(const std::string& message) = nullptr;

}  // namespace tt
