"""Derivatives of views: where in the viewed tensor each element of the gradient belongs."""

from tt_autograd.registration import derivative, non_differentiable
from tt_core import Tensor, ops

Ints = tuple[int, ...]

derivative("alias", self=lambda grad: grad)

non_differentiable("detach")


def as_strided_self(
    grad: Tensor,
    self_shape: Ints,
    self_stride: Ints,
    self_offset: int,
    size: Ints,
    stride: Ints,
    storage_offset: int | None,
) -> Tensor:
    """Both tensors are geometries over one storage; only the kernel can tell where they meet."""
    return ops.as_strided_backward(grad, self_shape, self_stride, self_offset, size, stride, storage_offset)


derivative("as_strided", self=as_strided_self)

derivative("view", self=lambda grad, self_shape: grad.reshape(self_shape))

# The engine sums over the repeated dims.
derivative("expand", self=lambda grad: grad)


def inverse_permutation(dims: Ints) -> list[int]:
    """Where each dim of a permuted tensor came from, turned round."""
    inverse = [0] * len(dims)
    for place, dim in enumerate(dims):
        inverse[dim % len(dims)] = place
    return inverse


derivative("permute", self=lambda grad, dims: grad.permute(inverse_permutation(dims)))

derivative("transpose.int", self=lambda grad, dim0, dim1: grad.transpose(dim0, dim1))

derivative("t", self=lambda grad: grad.t())

derivative(
    "select.int", self=lambda grad, self_shape, dim, index: ops.select_backward(grad, self_shape, dim, index)
)

derivative(
    "slice.Tensor",
    self=lambda grad, self_shape, dim, start, end, step: ops.slice_backward(
        grad, self_shape, dim, start or 0, self_shape[dim] if end is None else end, step
    ),
)

derivative("unsqueeze", self=lambda grad, dim: grad.squeeze(dim))

derivative("squeeze", self=lambda grad, self_shape: grad.reshape(self_shape))

derivative("squeeze.dim", self=lambda grad, self_shape: grad.reshape(self_shape))

derivative("squeeze.dims", self=lambda grad, self_shape: grad.reshape(self_shape))
