// Do index tuples mean common memory? What refusing a write through overlapping views rests on.
//
// Note [Overlap]
// An element lies at offset + sum of index[d] * stride[d]. Whether two places can be equal is a bounded
// linear Diophantine equation: sum of c[k] * x[k] = target with 0 <= x[k] <= u[k]. It is searched depth
// first, largest coefficient first; what the rest can reach, and the greatest common divisor of its
// coefficients, cut nearly all branches. Answers are exact; only an equation that takes more than
// kSearchSteps counts as an overlap.
#pragma once

#include "tt/core/tensor/geometry.h"

namespace tt {

// Whether two index tuples of one view mean one element. The view lies in its storage.
TT_API bool has_internal_overlap(Ints sizes, const int64_t* strides);

// Whether two views of one storage have a byte in common.
TT_API bool have_common_byte(const Region& a, const Region& b);

}  // namespace tt
