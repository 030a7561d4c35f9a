// How a pointwise op's result dtype follows from its inputs' common dtype: as it is, integers to
// the default float, always bool, or complex to the dtype of its parts. None: the op says for itself.
#pragma once

#include <cstdint>

namespace tt {

enum class Promotion : uint8_t { None, Default, IntToFloat, ToBool, ComplexToReal };

}  // namespace tt
