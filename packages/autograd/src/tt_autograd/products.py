"""Products over dims, made of ops that have derivatives of every order: what the formula of a product needs.

Elements are multiplied in pairs of halves, level by level; on the way back each half takes the other one's product.
No element is divided by, so that zeros are as good as any number. Must not know any op by name.
"""

from math import prod

from tt_core import Tensor, ops


def product(values: Tensor, dim: tuple[int, ...] | None = None, keepdim: bool = False) -> Tensor:
    """The product over `dim`, or over all dims."""
    kept, reduced = _split(values, dim)
    shape = tuple(1 if d in reduced else size for d, size in enumerate(values.shape) if keepdim or d in kept)
    return _levels(_rows(values, kept, reduced))[-1].view(shape)


def others(values: Tensor, dim: tuple[int, ...] | None = None) -> Tensor:
    """For each element the product of those with which it is multiplied by a product over `dim`."""
    kept, reduced = _split(values, dim)
    rows = _rows(values, kept, reduced)
    *levels, last = _levels(rows)
    found = ops.ones_like(last)
    for level in reversed(levels):
        first, second = _halves(level)
        pairs = ops.where(_is_first(values), second.unsqueeze(-2), first.unsqueeze(-2))
        found = (found.unsqueeze(-2) * pairs).view(level.shape)
    order = (*kept, *reduced)
    moved = found[..., : rows.shape[-1]].reshape(tuple(values.shape[d] for d in order))
    return moved.permute(tuple(order.index(d) for d in range(len(order))))


def _split(values: Tensor, dim: tuple[int, ...] | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Dims that stay, and dims that are reduced."""
    ndim = len(values.shape)
    reduced = {d % ndim for d in dim} if dim and ndim else set(range(ndim))
    return tuple(d for d in range(ndim) if d not in reduced), tuple(sorted(reduced))


def _rows(values: Tensor, kept: tuple[int, ...], reduced: tuple[int, ...]) -> Tensor:
    """The reduced dims as one, the last."""
    outer = tuple(values.shape[d] for d in kept)
    return values.permute((*kept, *reduced)).reshape((*outer, prod(values.shape[d] for d in reduced)))


def _levels(rows: Tensor) -> list[Tensor]:
    """The rows, filled up with ones to a power of two, then the products of their halves, down to one element."""
    count = rows.shape[-1]
    width = 1 << max(count - 1, 0).bit_length()
    shape = (*rows.shape[:-1], width)
    padded = ops.slice_backward(rows, shape, len(shape) - 1, 0, count, 1)
    levels = [ops.where(ops.arange(width, device=rows.device) < count, padded, 1)]
    while levels[-1].shape[-1] > 1:
        first, second = _halves(levels[-1])
        levels.append(first * second)
    return levels


def _halves(level: Tensor) -> tuple[Tensor, Tensor]:
    half = level.shape[-1] // 2
    return level[..., :half], level[..., half:]


def _is_first(like: Tensor) -> Tensor:
    return (ops.arange(2, device=like.device) == 0).view((2, 1))
