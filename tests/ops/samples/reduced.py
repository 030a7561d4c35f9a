"""What reductions that `tt new-op` made are called with, and the pieces of their references."""

from typing import Any

import numpy as np

from samples.dtypes import BOOL, INTEGRAL, exact
from samples.recipe import DTypeNamed, Sample, call, t

_WHOLE = [call(t()), call(t(17)), call(t(3, 5, 7)), call(t(1030))]
_DIMS = [
    call(t(3, 5, 7), 0),
    call(t(3, 5, 7), -1, True),
    call(t(3, 5, 7), (0, 2)),
    call(t(3, 5, 7), None, keepdim=True),
    call(t(2, 0, 3), 0),
    call(t(3, 1030), 1),
    call(t(1030, 3), 0),
]


def cases(dims: bool, dtype: str = "", nothing: bool = False) -> list[Sample]:
    """All elements, over `dims`, in another `dtype`, and, where that gives a number, of `nothing`."""
    more = [call(t(3, 5), dtype=DTypeNamed(dtype))] if dtype else []
    return [*_WHOLE, *(_DIMS if dims else ()), *more, *([call(t(2, 0, 3))] if nothing else ())]


def converted(self: np.ndarray, dtype: str | None = None, widens: bool = False) -> np.ndarray:
    """The elements as they are combined: in `dtype`, else integers as int64 if the op `widens` them."""
    if dtype is not None:
        return self.astype(exact(dtype))
    return self.astype("int64") if widens and self.dtype.kind in "biu" else self


def axes(self: np.ndarray, dim: Any) -> Any:
    """NumPy's `axis` for `dim`."""
    return None if dim is None or dim == () or self.ndim == 0 else dim


def kept(dtype: str, sample: Sample) -> str:
    """The result's dtype: `dtype`, else the input's."""
    return sample.kwargs["dtype"].name if "dtype" in sample.kwargs else dtype


def widened(dtype: str, sample: Sample) -> str:
    """The result's dtype: `dtype`, else int64 for bool and integers."""
    return "int64" if "dtype" not in sample.kwargs and dtype in BOOL + INTEGRAL else kept(dtype, sample)
