// What the parameters of a formula mean. Where a formula is read: derivative.h.
#pragma once

#include <string_view>

#include "tt/autograd/derivative.h"

namespace tt::autograd {

// The place of an argument in the schema, -1 when there is none of that name.
int argument_named(const OpSpec& spec, std::string_view name);

// The index of what is saved, made when it is new, for the inputs of those bits.
uint8_t save_for(Derivative& derivative, Save::Kind kind, int index, const char* name, uint16_t input_bits);

// Where a formula finds what its parameter names, which is saved for the inputs of those bits. Throws Value, with the
// names that there are, for one that means nothing.
Parameter parameter_named(Derivative& derivative, std::string_view name, uint16_t input_bits);

}  // namespace tt::autograd
