// The header that a functor lies in, as sources include it.
#pragma once

#include <cstring>
#include <string>

#include "tt/core/base/location.h"

namespace tt::cuda {

// "packages/kernels/cpp/tt/kernels/functors/sums.h" is included as what follows cpp/.
inline std::string functor_file(Location where) {
  const char* root = std::strstr(where.file, "cpp/");
  return root ? root + 4 : where.file;
}

}  // namespace tt::cuda
