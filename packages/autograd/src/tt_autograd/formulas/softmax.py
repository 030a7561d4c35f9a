"""Derivatives of softmax and its logarithm, from their results."""

from tt_autograd.registration import derivative
from tt_core import Tensor, ops


def softmax_self(grad: Tensor, result: Tensor, dim: int) -> Tensor:
    """result * (grad - sum of grad * result along dim)."""
    weighted = grad * result
    return weighted - result * ops.sum(weighted, dim, True)


derivative("softmax.int", self=softmax_self)

derivative(
    "log_softmax.int",
    self=lambda grad, result, dim: grad - ops.exp(result) * ops.sum(grad, dim, True),
)
