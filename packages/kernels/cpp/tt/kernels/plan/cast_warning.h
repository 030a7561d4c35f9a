// What every plan that converts elements says about complex ones: torch warns, and so do we. Knows no op.
#pragma once

#include "tt/core/base/dtype.h"
#include "tt/core/base/warn.h"

namespace tt::kernels {

inline void warn_of_lost_imaginary_part(DType from, DType to) {
  if (TT_LIKELY(!is_complex(from)) || is_complex(to) || to == DType::Bool) return;
  warn("Casting complex values to real discards the imaginary part");
}

}  // namespace tt::kernels
