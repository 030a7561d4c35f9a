"""Derivatives of pointwise ops of two tensors. The engine sums over what broadcasting repeated."""

from tt_autograd._C import conj
from tt_autograd.registration import derivative

derivative(
    "add.Tensor",
    self=lambda grad: grad,
    other=lambda grad, alpha: grad if alpha == 1 else grad * conj(alpha),
)

derivative(
    "sub.Tensor",
    self=lambda grad: grad,
    other=lambda grad, alpha: -grad if alpha == 1 else grad * -conj(alpha),
)

derivative(
    "mul.Tensor",
    self=lambda grad, other: grad * conj(other),
    other=lambda grad, self: grad * conj(self),
)
