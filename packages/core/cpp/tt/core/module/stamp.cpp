#include "tt/core/module/stamp.h"

#include "core_stamp.gen.h"

namespace tt {

const char* stamp() { return TT_CORE_STAMP; }

}  // namespace tt
