// What every device's item ends with: the Python number that an element is.
#pragma once

#include "tt/core/dispatch/call.h"

namespace tt::kernels {

void return_number(Call& call, const Scalar& value);

}  // namespace tt::kernels
