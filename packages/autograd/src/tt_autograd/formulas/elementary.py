"""Derivatives of elementary functions of one tensor."""

from tt_autograd._C import conj
from tt_autograd.registration import derivative
from tt_core import Tensor, ops

derivative("log", self=lambda grad, self: grad / conj(self))

derivative("sqrt", self=lambda grad, result: grad / (2 * conj(result)))

derivative("tanh", self=lambda grad, result: grad * conj(1 - result * result))

derivative("sigmoid", self=lambda grad, result: grad * conj(result * (1 - result)))


def abs_self(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
    """The direction of `self`, which is 0 at 0."""
    zero = ops.eq(self, 0)
    return grad * ops.where(zero, 0, self / ops.where(zero, 1, result))


derivative("abs", self=abs_self)

derivative("relu", self=lambda grad, result: ops.where(ops.gt(result, 0), grad, 0))
