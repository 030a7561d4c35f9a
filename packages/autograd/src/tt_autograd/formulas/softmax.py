"""Derivatives of softmax and its logarithm, from their results."""

from tt_autograd.registration import derivative
from tt_core import Tensor, ops


def softmax_self(grad: Tensor, result: Tensor, dim: int) -> Tensor:
    """Across the rows the gradients of a softmax add up to nothing."""
    return result * (grad - ops.sum(grad * result, dim, True))


derivative("softmax.int", self=softmax_self)

derivative(
    "log_softmax.int",
    self=lambda grad, result, dim: grad - ops.exp(result) * ops.sum(grad, dim, True),
)
