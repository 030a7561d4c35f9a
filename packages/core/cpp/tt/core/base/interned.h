// Texts that live for ever, each kept once: names, files and schemas of what is registered at run time, which
// traces and messages may refer to after it is gone.
#pragma once

#include <string_view>

#include "tt/core/base/macros.h"

namespace tt {

TT_API const char* interned(std::string_view text);

}  // namespace tt
