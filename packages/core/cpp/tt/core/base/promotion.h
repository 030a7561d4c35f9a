// How a pointwise op's result dtype follows from its inputs' common dtype: as it is, integers to
// the default float, or always bool. None: the op says for itself.
#pragma once

#include <cstdint>

namespace tt {

enum class Promotion : uint8_t { None, Default, IntToFloat, ToBool };

}  // namespace tt
