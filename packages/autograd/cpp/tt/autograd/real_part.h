// The adjoint of using a real tensor as a complex one: the real part of the gradient. Not a cast, which
// warns, since dropping the imaginary part is what is meant here.
#pragma once

#include "tt/autograd/node.h"

namespace tt::autograd {

// Shares memory with `grad`, a complex tensor; recorded when `grad` requires grad.
Tensor real_part(const Tensor& grad);

}  // namespace tt::autograd
