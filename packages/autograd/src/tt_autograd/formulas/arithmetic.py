"""Derivatives of quotients, powers and extrema of two tensors."""

from typing import Any

from tt_autograd._C import conj
from tt_autograd.registration import derivative
from tt_core import Tensor, ops

derivative(
    "div.Tensor",
    self=lambda grad, other: grad / conj(other),
    other=lambda grad, self, other: -grad * conj((self / other) / other),
)

# Steps are flat between their jumps. Zeros rather than no gradient, as torch has it of div with a rounding mode.
derivative("div_trunc", self=lambda grad: ops.zeros_like(grad), other=lambda grad: ops.zeros_like(grad))
derivative("div_floor", self=lambda grad: ops.zeros_like(grad), other=lambda grad: ops.zeros_like(grad))
derivative("floor_divide", self=lambda grad: ops.zeros_like(grad), other=lambda grad: ops.zeros_like(grad))

derivative(
    "remainder.Tensor",
    self=lambda grad: grad,
    other=lambda grad, self, other: -grad * ops.div_floor(self, other),
)


def pow_self(grad: Tensor, self: Tensor, exponent: Any) -> Tensor:
    """exponent * self ** (exponent - 1), and 0 for an exponent of 0, where the power may be infinite."""
    if not isinstance(exponent, Tensor):
        if exponent == 0:
            return ops.zeros_like(grad)
        return grad * conj(exponent * self ** (exponent - 1))
    slope = exponent * self ** (exponent - 1)
    return ops.where(ops.eq(exponent, 0), 0, grad * conj(slope))


def pow_exponent(grad: Tensor, self: Any, exponent: Tensor, result: Tensor) -> Tensor:
    """result * log(self), and 0 for powers of 0 with an exponent that is not negative."""
    if not isinstance(self, Tensor):
        self = ops.full((), self, dtype=result.dtype, device=result.device)
    if exponent.is_complex():
        vanishes = ops.eq(self, 0)
    else:
        vanishes = ops.logical_and(ops.eq(self, 0), ops.ge(exponent, 0))
    return grad * conj(ops.where(vanishes, 0, result * ops.log(self)))


derivative("pow.Tensor_Tensor", self=pow_self, exponent=pow_exponent)

# Equal elements share the gradient. With NaN both get it: no comparison says that one of them is the other.
derivative(
    "maximum",
    self=lambda grad, self, other: of_chosen(grad, self, other, ops.lt(self, other)),
    other=lambda grad, self, other: of_chosen(grad, self, other, ops.gt(self, other)),
)
derivative(
    "minimum",
    self=lambda grad, self, other: of_chosen(grad, self, other, ops.gt(self, other)),
    other=lambda grad, self, other: of_chosen(grad, self, other, ops.lt(self, other)),
)


def of_chosen(grad: Tensor, self: Any, other: Any, is_other: Tensor) -> Tensor:
    """The part of the gradient that belongs to the operand which is not `is_other`."""
    return ops.where(is_other, 0, ops.where(ops.eq(self, other), grad / 2, grad))
