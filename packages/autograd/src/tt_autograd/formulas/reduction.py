"""Derivatives of reductions."""

from math import prod

from tt_autograd.registration import derivative, non_differentiable
from tt_core import Tensor, ops


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

derivative("mean", self=lambda grad, self_shape: (grad / count(self_shape)).expand(self_shape))


def count(shape: tuple[int, ...], dim: tuple[int, ...] | None = None) -> int:
    """How many elements of a tensor of `shape` a reduction over `dim` puts into one; 1 where there are none."""
    reduced = {d % len(shape) for d in dim} if dim and shape else range(len(shape))
    return max(prod(shape[d] for d in reduced), 1)


derivative(
    "mean.dim",
    self=lambda grad, self_shape, dim, keepdim: restored(
        grad / count(self_shape, dim), self_shape, dim, keepdim
    ).expand(self_shape),
)


def spread(grad: Tensor, self: Tensor, result: Tensor, dim: tuple[int, ...], keepdim: bool) -> Tensor:
    """`grad` in equal parts on all elements of `self` that have the value; NaN has itself."""
    value = restored(result, self.shape, dim, keepdim)
    chosen = ops.logical_or(self == value, ops.logical_and(self != self, value != value))
    times = ops.sum(chosen, dim, True, dtype=grad.dtype)
    return ops.where(chosen, restored(grad, self.shape, dim, keepdim) / times, 0)


derivative("max", self=lambda grad, self, result: spread(grad, self, result, (), False))
derivative("min", self=lambda grad, self, result: spread(grad, self, result, (), False))
derivative("amax", self=spread)
derivative("amin", self=spread)


def to_chosen(grad: Tensor, self_shape: tuple[int, ...], dim: int, keepdim: bool, indices: Tensor) -> Tensor:
    """`grad` at the places along `dim` that `indices` says, zeros elsewhere."""
    if not self_shape:
        return grad
    if not keepdim:
        grad, indices = grad.unsqueeze(dim), indices.unsqueeze(dim)
    places = ops.arange(self_shape[dim], device=grad.device)
    places = places.view(self_shape[dim], *(1,) * (len(self_shape) - 1 - dim % len(self_shape)))
    return ops.where(places == indices, grad, 0)


derivative("max.dim", self=to_chosen)
derivative("min.dim", self=to_chosen)

non_differentiable("argmax")
non_differentiable("argmin")
non_differentiable("any")
non_differentiable("any.dim")
non_differentiable("any.dims")
non_differentiable("all")
non_differentiable("all.dim")
non_differentiable("all.dims")
