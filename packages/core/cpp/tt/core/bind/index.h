// Subscripts: a[1], a[:, 1:3], a[..., None], and assignment through them.
#pragma once

#include "tt/core/bind/python.h"

namespace tt {

extern PyMappingMethods tensor_mapping;
extern PySequenceMethods tensor_sequence;

}  // namespace tt
