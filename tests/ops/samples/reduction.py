"""Samples of reductions."""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.dtypes import BOOL, INTEGRAL, exact
from samples.families import SHAPES
from samples.recipe import DTypeNamed, Sample, call, t

DTYPES = [
    call(t(3, 5), dtype=DTypeNamed(name))
    for name in ("float64", "complex128", "int32", "float16", "bool", "int64")
]

DIMS: list[Sample] = [
    call(t(3, 5, 7), 0),
    call(t(3, 5, 7), 1),
    call(t(3, 5, 7), -1, True),
    call(t(3, 5, 7), (0, 2)),
    call(t(3, 5, 7), (2, 0), keepdim=True),
    call(t(3, 5, 7), (0, 1, 2)),
    call(t(3, 5, 7), ()),
    call(t(3, 5, 7), None),
    call(t(3, 5, 7), None, keepdim=True),
    call(t(2, 0, 3), 1),
    call(t(2, 0, 3), 0),
    call(t(0), 0, True),
    call(t(), 0),
    call(t(), ()),
    call(t(1030), 0),
    call(t(3, 1030), 1),
    call(t(1030, 3), 0),
    call(t(2, 3, 1, 5), (1, 2)),
]
DIM_DTYPES = [
    call(t(3, 5), 1, dtype=DTypeNamed("float64")),
    call(t(3, 5), (0,), True, dtype=DTypeNamed("int16")),
]


def _cast(self: np.ndarray, dtype: str | None) -> np.ndarray:
    if dtype is None:
        return self.astype("int64") if self.dtype.kind in "biu" else self
    target = exact(dtype)
    return (self.real if self.dtype.kind == "c" and target.kind not in "bc" else self).astype(target)


def _axes(dim: Any) -> Any:
    return None if dim is None or dim == () else dim


def _sum(self: np.ndarray, dim: Any = None, keepdim: bool = False, *, dtype: str | None = None) -> np.ndarray:
    values = _cast(self, dtype)
    if values.ndim == 0:
        return values
    # numpy adds bool as int, and narrow integers as int64: the sum of a dtype is in that dtype.
    return np.sum(values, axis=_axes(dim), keepdims=keepdim, dtype=values.dtype)


def _sum_of_magnitudes(self: np.ndarray, *args: Any, **kwargs: Any) -> np.ndarray:
    return _sum(np.abs(self), *args, **kwargs)


def _result(dtype: str, sample: Sample) -> str:
    if "dtype" in sample.kwargs:
        return sample.kwargs["dtype"].name
    return "int64" if dtype in BOOL + INTEGRAL else dtype


WIDE: list[Sample] = [*(call(t(*shape)) for shape in SHAPES), *DTYPES]
BAD_DTYPE = Refusal(call(t(2), dtype="float64"), TypeError, "dtype")
# A sum of n elements in blocks and lanes: a few roundings of the running sum, each half an ULP of at most
# the sum of magnitudes.
ULPS = 4.0

samples(
    "sum", WIDE, reference=_sum, magnitude=_sum_of_magnitudes, ulps=ULPS, result=_result, refusals=[BAD_DTYPE]
)
samples(
    "sum.dim_IntList",
    [*DIMS, *DIM_DTYPES],
    reference=_sum,
    magnitude=_sum_of_magnitudes,
    ulps=ULPS,
    result=_result,
    refusals=[
        Refusal(call(t(2, 3), 2), IndexError, r"out of range.*\[-2, 1\].*2"),
        Refusal(call(t(2, 3), (0, -3)), IndexError, "out of range"),
        Refusal(call(t(), 1), IndexError, "out of range"),
        Refusal(call(t(2, 3), (0, 0)), RuntimeError, "dim 0 appears multiple times"),
        Refusal(call(t(2, 3), (1, -1)), RuntimeError, "appears multiple times"),
        Refusal(call(t(2, 3), 1.0), TypeError, "dim"),
        Refusal(call(t(2, 3), (0, 1.5)), TypeError, "dim"),
        Refusal(call(t(2, 3), 0, keepdim="yes"), TypeError, "keepdim"),
    ],
)
