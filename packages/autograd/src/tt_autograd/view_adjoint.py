"""The derivative of any view, from the view itself: it is called again to find out which elements it shows."""

from collections.abc import Callable

from tt_core import Tensor, ops

Ints = tuple[int, ...]


def view_adjoint(
    grad: Tensor, shape: Ints, stride: Ints, offset: int, view: Callable[[Tensor], Tensor]
) -> Tensor:
    """Zeros of the viewed tensor's shape, and `grad` where `view` showed its elements; added up where it did so twice.

    `shape`, `stride` and `offset` are those of the tensor that was viewed.
    """
    last = offset + sum((size - 1) * step for size, step in zip(shape, stride, strict=True))
    memory = ops.empty((last + 1 if 0 not in shape else offset,), device="meta")
    seen = view(ops.as_strided(memory, shape, stride, offset))
    place = (tuple(seen.shape), seen.stride(), seen.storage_offset())
    return ops.as_strided_backward(grad, shape, stride, offset, *place)
