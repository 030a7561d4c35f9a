"""Operands in formulas: tensors of a pointwise op may have been given as Python numbers, conditions as bools."""

from typing import Any

from tt_core import Tensor, ops


def tensor_of(value: Any, like: Tensor) -> Tensor:
    """A number as a tensor of no dims, in the dtype and on the device of `like`; a tensor as it is."""
    if isinstance(value, Tensor):
        return value
    return ops.full((), value, dtype=like.dtype, device=like.device)


def truth_of(value: bool, like: Tensor) -> Tensor:
    """A bool as a tensor of no dims on the device of `like`: what `where` takes as its condition."""
    return ops.full((), value, device=like.device)
