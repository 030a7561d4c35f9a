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
    if not self.is_complex():
        return ops.where(ops.gt(self, 0), grad, ops.where(ops.lt(self, 0), -grad, 0))
    zero = ops.eq(result, 0)
    return grad * ops.where(zero, 0, self / ops.where(zero, 1, result))


derivative("abs", self=abs_self)

# Where the result is 0 it stands for that 0, so that a second derivative is 0 rather than missing.
derivative("relu", self=lambda grad, result: ops.where(ops.le(result, 0), result, grad))
