// The methods and properties of Tensor that are no ops: they read metadata.
#pragma once

#include "tt/core/bind/python.h"

namespace tt {

extern PyMethodDef tensor_methods[];
extern PyGetSetDef tensor_properties[];

}  // namespace tt
