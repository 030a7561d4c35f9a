"""Operands in formulas: either tensor of a pointwise op may have been given as a Python number."""

from typing import Any

from tt_core import Tensor, ops


def tensor_of(value: Any, like: Tensor) -> Tensor:
    """A number as a tensor of no dims, in the dtype and on the device of `like`; a tensor as it is."""
    if isinstance(value, Tensor):
        return value
    return ops.full((), value, dtype=like.dtype, device=like.device)
