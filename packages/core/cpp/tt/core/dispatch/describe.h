// Arguments as text, for traces and messages.
#pragma once

#include <string>

#include "tt/core/dispatch/op.h"

namespace tt {

// "float32[2, 3]", "3", "None" ...
TT_API std::string describe(const Slot& slot);
TT_API std::string describe(const TensorImpl& tensor);

}  // namespace tt
