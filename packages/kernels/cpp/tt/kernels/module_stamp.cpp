#include "tt/core/base/module_stamp.h"

#include "core_stamp.gen.h"

namespace tt {

const char* module_stamp() { return TT_CORE_STAMP; }

}  // namespace tt
