"""Samples of reductions."""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.dtypes import BOOL, COMPLEX, INTEGRAL, exact
from samples.families import BROADCASTS, SHAPES
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


def _mean(
    self: np.ndarray, dim: Any = None, keepdim: bool = False, *, dtype: str | None = None
) -> np.ndarray:
    total = _sum(self, dim, keepdim, dtype=dtype)
    with np.errstate(all="ignore"):
        return total / np.longdouble(self.size / max(total.size, 1) if self.size else 0)


def _mean_of_magnitudes(self: np.ndarray, *args: Any, **kwargs: Any) -> np.ndarray:
    return _mean(np.abs(self), *args, **kwargs)


INEXACT_DTYPES = [
    call(t(3, 5), dtype=DTypeNamed(name)) for name in ("float64", "complex128", "bfloat16", "float32")
]
MEAN_REFUSALS = [
    *(
        Refusal(call(t(2)), RuntimeError, f"floating or complex dtype, got {each}", each)
        for each in ("bool", "int64")
    ),
    Refusal(call(t(2), dtype=DTypeNamed("int32")), RuntimeError, "floating or complex dtype, got int32"),
]
samples(
    "mean",
    [*(call(t(*shape)) for shape in SHAPES), *INEXACT_DTYPES],
    reference=_mean,
    magnitude=_mean_of_magnitudes,
    ulps=ULPS,
    result=_result,
    refusals=[BAD_DTYPE, *MEAN_REFUSALS],
)
samples(
    "mean.dim",
    [
        *DIMS,
        call(t(3, 5), 1, dtype=DTypeNamed("float64")),
        call(t(3, 5), (0,), True, dtype=DTypeNamed("complex64")),
    ],
    reference=_mean,
    magnitude=_mean_of_magnitudes,
    ulps=ULPS,
    result=_result,
    refusals=[
        Refusal(call(t(2, 3), 2), IndexError, r"out of range.*\[-2, 1\].*2"),
        Refusal(call(t(2, 3), (1, -1)), RuntimeError, "appears multiple times"),
        Refusal(call(t(2, 3), 0), RuntimeError, "floating or complex dtype, got int16", "int16"),
    ],
)

FILLED = [call(t(*shape)) for shape in SHAPES if 0 not in shape]
NO_ORDER = [
    Refusal(call(t(2)), NotImplementedError, f"not implemented for dtype {each}", each) for each in COMPLEX
]
NOTHING_LEFT = [
    Refusal(call(t(2, 0), 1), IndexError, "expected reduction dim 1 to have non-zero size"),
    Refusal(call(t(0, 3), -2), IndexError, "expected reduction dim 0 to have non-zero size"),
    Refusal(call(t(2, 3), 2), IndexError, r"out of range.*\[-2, 1\].*2"),
    Refusal(call(t(2, 3), 1.0), TypeError, "dim"),
]
ONE_DIM: list[Sample] = [
    call(t(3, 5, 7), 0),
    call(t(3, 5, 7), 1),
    call(t(3, 5, 7), -1, True),
    call(t(3, 5, 7), dim=1, keepdim=True),
    call(t(2, 0, 3), 0),
    call(t(2, 0, 3), -1, True),
    call(t(), 0),
    call(t(1), -1),
    call(t(1030), 0),
    call(t(3, 1030), 1),
    call(t(1030, 3), 0),
    call(t(40, 600), 0),
    call(t(2, 3, 1, 5), 2),
]
AMAX_DIMS = [
    each
    for each in DIMS
    if not any(0 in recipe.shape for recipe in each.tensors) and each.args[1] is not None
]


def _extremum(name: str) -> Any:
    def found(self: np.ndarray, dim: Any = None, keepdim: bool = False) -> np.ndarray:
        return getattr(np, name)(self, axis=_axes(dim) if self.ndim else None, keepdims=keepdim)

    return found


def _with_place(name: str) -> Any:
    def found(self: np.ndarray, dim: int, keepdim: bool = False) -> tuple[np.ndarray, np.ndarray]:
        if self.ndim == 0:
            return self, np.array(0)
        values = getattr(np, name)(self, axis=dim, keepdims=keepdim)
        return values, getattr(np, f"arg{name}")(self, axis=dim, keepdims=keepdim)

    return found


def _place(name: str) -> Any:
    def found(self: np.ndarray, dim: int | None = None, keepdim: bool = False) -> np.ndarray:
        if self.ndim == 0:
            return np.array(0)
        return np.asarray(getattr(np, name)(self, axis=dim, keepdims=keepdim))

    return found


for name in ("max", "min"):
    samples(
        name,
        FILLED,
        reference=_extremum(name),
        refusals=[*NO_ORDER, Refusal(call(t(2, 0)), RuntimeError, "reduction dim to be specified")],
    )
    samples(
        f"{name}.dim",
        ONE_DIM,
        reference=_with_place(name),
        result=lambda dtype, sample: (dtype, "int64"),
        refusals=[
            *NOTHING_LEFT,
            *(Refusal(call(t(2), 0), NotImplementedError, "dtype", each) for each in COMPLEX),
        ],
    )
    samples(
        f"{name}.other",
        [call(t(*a), t(*b)) for a, b in BROADCASTS],
        refusals=[
            *(Refusal(call(t(2), t(2)), NotImplementedError, "dtype", each) for each in COMPLEX),
            Refusal(call(t(2), t(3)), RuntimeError, r"size of tensor a \(2\) must match"),
            Refusal(call(t(2), 1.5), TypeError, r"'other' \(position 2\) must be Tensor, not float"),
        ],
    )
    samples(
        f"a{name}",
        [*FILLED, *AMAX_DIMS, call(t(2, 0, 3), 0), call(t(2, 0, 3), (0, 2), True)],
        reference=_extremum(name),
        refusals=[
            *NOTHING_LEFT,
            Refusal(call(t(2, 0)), RuntimeError, "reduction dim to be specified"),
            Refusal(call(t(2, 3), (0, 0)), RuntimeError, "dim 0 appears multiple times"),
        ],
    )
    samples(
        f"arg{name}",
        [*FILLED, *ONE_DIM, call(t(3, 5), None, True), call(t(), None, True)],
        reference=_place(f"arg{name}"),
        result=lambda dtype, sample: "int64",
        refusals=[
            *NOTHING_LEFT,
            Refusal(call(t(0)), IndexError, "reduction dim to be specified"),
            *(Refusal(call(t(2)), NotImplementedError, "dtype", each) for each in (*COMPLEX, "bool")),
        ],
    )


def _truth(name: str) -> Any:
    def found(self: np.ndarray, dim: Any = None, keepdim: bool = False) -> np.ndarray:
        byte = self.dtype == np.uint8
        if self.ndim == 0:
            dim = None
        found = np.asarray(getattr(np, name)(self, axis=dim, keepdims=keepdim))
        return found.astype("uint8") if byte else found

    return found


def _truth_result(dtype: str, sample: Sample) -> str:
    return "uint8" if dtype == "uint8" else "bool"


for name in ("any", "all"):
    facts: dict[str, Any] = {"reference": _truth(name), "result": _truth_result}
    samples(name, [call(t(*shape)) for shape in SHAPES], **facts)
    samples(f"{name}.dim", [*ONE_DIM, call(t(2, 0, 3), 1)], refusals=[NOTHING_LEFT[2]], **facts)
    samples(
        f"{name}.dims",
        [each for each in DIMS if not isinstance(each.args[1], int)],
        refusals=[Refusal(call(t(2, 3), (0, 0)), RuntimeError, "dim 0 appears multiple times")],
        **facts,
    )
