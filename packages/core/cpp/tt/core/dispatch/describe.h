// Arguments as text, for traces and messages.
#pragma once

#include <string>

#include "tt/core/dispatch/op.h"

namespace tt {

// "float32[2, 3]", "3", "None" ...
TT_API std::string describe(const Slot& slot);
TT_API std::string describe(const TensorImpl& tensor);

// What a tensor's elements take, each counted once however often a stride of 0 repeats it.
TT_API int64_t bytes_of(const TensorImpl& tensor);

}  // namespace tt
