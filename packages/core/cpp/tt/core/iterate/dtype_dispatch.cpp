#include "tt/core/iterate/dtype_dispatch.h"

namespace tt {

std::string dtype_set_names(uint32_t set) {
  std::string text;
  for (int i = 0; i < kDTypeCount; ++i) {
    if (!(set >> i & 1)) continue;
    if (!text.empty()) text += ", ";
    text += name(static_cast<DType>(i));
  }
  return text;
}

}  // namespace tt
