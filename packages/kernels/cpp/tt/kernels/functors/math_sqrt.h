// The square root of float and double, correctly rounded: one instruction, of vectors too.
#pragma once

#include "tt/core/base/macros.h"

namespace tt::kernels::math {

TT_HD float sqrt(float x) { return __builtin_sqrtf(x); }
TT_HD double sqrt(double x) { return __builtin_sqrt(x); }

}  // namespace tt::kernels::math
