#include "tt/kernels/plan/item.h"

#include <cstring>

namespace tt::kernels {

void return_number(Call& call, const Scalar& value) {
  Slot& result = call.results[call.result_count++];
  switch (value.category) {
    case Category::Bool:
      result = Slot::of(value.i != 0);
      break;
    case Category::Float:
      result = Slot::of(value.re);
      break;
    case Category::Complex: {
      double parts[] = {value.re, value.im};
      int64_t* space = call.reserve_ints(2);
      std::memcpy(space, parts, sizeof(parts));
      result = Slot::none();
      result.complex = reinterpret_cast<const double*>(space);
      result.tag = Tag::Complex;
      break;
    }
    case Category::Signed:
    case Category::Unsigned:
      result = Slot::of(value.i);
      if (value.category == Category::Unsigned) result.tag = Tag::Unsigned;
      break;
  }
}

}  // namespace tt::kernels
