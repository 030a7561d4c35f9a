"""Samples of bit shifts; the other ops of truth and bits need no more than their families'."""

from typing import Any

import numpy as np

from samples import samples


def _operands(self: Any, other: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Both in their common dtype, counts that shift all bits out as 0, and where they are."""
    dtype = np.result_type(self, other)
    value, count = np.asarray(self).astype(dtype), np.asarray(other).astype(dtype)
    out = (count < 0) | (count >= 8 * dtype.itemsize)
    return value, np.where(out, 0, count).astype(dtype), out


def _left(self: Any, other: Any) -> np.ndarray:
    value, count, out = _operands(self, other)
    return np.where(out, 0, np.left_shift(value, count)).astype(value.dtype)


def _right(self: Any, other: Any) -> np.ndarray:
    value, count, out = _operands(self, other)
    last = np.where(value < 0, -1, 0) if value.dtype.kind == "i" else 0
    return np.where(out, last, np.right_shift(value, count)).astype(value.dtype)


samples("bitwise_left_shift.Tensor", reference=_left)
samples("bitwise_right_shift.Tensor", reference=_right)
