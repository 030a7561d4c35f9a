// The build stamp: a hash of core's headers, the op table's form and the compiler flags. Each library carries
// the one that it was compiled against; a set whose stamps differ must not be loaded together.
#pragma once

#include "tt/core/base/macros.h"

namespace tt {

// That of libtt_core itself.
TT_API const char* stamp();

}  // namespace tt
