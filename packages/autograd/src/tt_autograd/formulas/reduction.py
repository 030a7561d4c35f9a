"""Derivatives of reductions."""

from tt_autograd.registration import derivative
from tt_core import Tensor


def restored(grad: Tensor, shape: tuple[int, ...], dim: tuple[int, ...] | None, keepdim: bool) -> Tensor:
    """`grad` with the dims back, at size 1, that a reduction over `dim` of a tensor of `shape` took away."""
    if keepdim or not shape:
        return grad
    reduced = {d % len(shape) for d in dim} if dim else range(len(shape))
    return grad.view(tuple(1 if d in reduced else size for d, size in enumerate(shape)))


derivative("sum", self=lambda grad, self_shape: grad.expand(self_shape))

derivative(
    "sum.dim_IntList",
    self=lambda grad, self_shape, dim, keepdim: restored(grad, self_shape, dim, keepdim).expand(self_shape),
)
