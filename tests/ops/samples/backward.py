"""Samples of the ops that formulas call: adjoints of views and of broadcasting."""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.dtypes import BOOL, INEXACT, INTEGRAL
from samples.recipe import call, t


def _select_backward(grad: np.ndarray, sizes: Any, dim: int, index: int) -> np.ndarray:
    made = np.zeros(sizes, grad.dtype)
    made[(slice(None),) * dim + (index,)] = grad
    return made


def _slice_backward(grad: np.ndarray, sizes: Any, dim: int, start: int, end: int, step: int) -> np.ndarray:
    made = np.zeros(sizes, grad.dtype)
    made[(slice(None),) * dim + (slice(start, end, step),)] = grad
    return made


def _as_strided_backward(
    grad: np.ndarray,
    sizes: Any,
    strides: Any,
    offset: int,
    size: Any,
    stride: Any,
    storage_offset: Any = None,
) -> np.ndarray:
    """Both geometries as indices into one storage; an element that the input shows n times gets an n-th."""
    storage = np.zeros(100, grad.dtype)
    seen = np.zeros(100, "int64")
    viewed = _places(size, stride, offset if storage_offset is None else storage_offset)
    own = _places(sizes, strides, offset)
    np.add.at(storage, viewed, grad)
    np.add.at(seen, own, 1)
    return (storage[own] / seen[own]).astype(grad.dtype) if seen.max(initial=0) > 1 else storage[own]


def _places(sizes: Any, strides: Any, offset: int) -> np.ndarray:
    places = np.full(sizes, offset)
    for dim, stride in enumerate(strides):
        places += (np.arange(sizes[dim]) * stride).reshape([-1 if d == dim else 1 for d in range(len(sizes))])
    return places


def _sum_to_size(self: np.ndarray, *size: Any) -> np.ndarray:
    sizes = size[0] if isinstance(size[0], tuple) else size
    leading = self.ndim - len(sizes)
    axes = tuple(
        d for d in range(self.ndim) if d < leading or (sizes[d - leading] == 1 and self.shape[d] != 1)
    )
    sums = axes or not sizes
    return np.sum(self, axes, keepdims=True, dtype=_summed(self.dtype) if sums else None).reshape(sizes)


def _summed(dtype: np.dtype) -> np.dtype:
    return np.dtype("int64") if dtype.kind in "biu" else dtype


samples(
    "select_backward",
    [call(t(3, 4), (3, 2, 4), 1, 1), call(t(3, 4), (3, 2, 4), 1, -1), call(t(), (5,), 0, 2)],
    reference=_select_backward,
)
samples(
    "slice_backward",
    [call(t(2, 4), (5, 4), 0, 1, 4, 2), call(t(3), (3,), 0, 0, 3, 1), call(t(0), (3,), 0, 2, 2, 1)],
    reference=_slice_backward,
)
samples(
    "as_strided_backward",
    [
        call(t(2, 2), (6,), (1,), 0, (2, 2), (3, 1)),
        call(t(2, 2), (3,), (1,), 0, (2, 2), (1, 1)),
        call(t(4, 3), (6,), (1,), 0, (4, 3), (0, 2), 1),
        call(t(2, 2), (2, 3), (1, 2), 4, (2, 2), (1, 2), 5),
        call(t(3, 2), (2, 3), (3, 1), 0, (3, 2), (1, 3), 0),
    ],
    reference=_as_strided_backward,
    dtypes=INEXACT,  # gradients have no other
    magnitude=lambda grad, *args: _as_strided_backward(np.abs(grad), *args),
    ulps=4.0,
)
samples(
    "sum_to_size",
    [
        call(t(2, 3), (1, 3)),
        call(t(4, 2, 3), (2, 1)),
        call(t(2, 3), ()),
        call(t(), ()),
        call(t(4, 2, 3), (3,)),
    ],
    reference=_sum_to_size,
    magnitude=lambda self, size: _sum_to_size(np.abs(self), size),
    ulps=4.0,
    result=lambda dtype, sample: "int64" if dtype in BOOL + INTEGRAL else dtype,
    refusals=[
        Refusal(call(t(2, 3), (2, 2)), RuntimeError, "not expandable"),
        Refusal(call(t(3), (1, 2, 3)), RuntimeError, "not expandable"),
    ],
)
