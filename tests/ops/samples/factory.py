"""Samples of factories. What `empty` holds is left open: its tests look at everything but the elements."""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.dtypes import exact
from samples.recipe import DTypeNamed, Named, Sample, call, t

SIZES = ((3, 5), (), (0,), (2, 0, 3), (1030,))
BY_SIZE: list[Sample] = [
    *(call(size) for size in SIZES),
    call((2, 3), dtype=DTypeNamed("int16"), layout=Named("strided"), device="cpu"),
    call((2, 3), dtype=DTypeNamed("complex64")),
    call([2, 3], dtype=DTypeNamed("bool")),
]
LIKE: list[Sample] = [
    *(call(t(*size)) for size in SIZES),
    call(t(2, 3, 4), dtype=DTypeNamed("float64")),
    call(t(2, 3), dtype=DTypeNamed("uint8"), layout=Named("strided"), device="cpu"),
]
SIZE_REFUSALS = [
    Refusal(call((2, -1)), RuntimeError, r"at least 0, got \[2, -1\]"),
    Refusal(call((2**40, 2**40)), RuntimeError, "overflow|large"),
    Refusal(call((2, 3.0)), TypeError, "size"),
    Refusal(call((2,), dtype="float32"), TypeError, "dtype"),
    Refusal(call((2,), dtype=DTypeNamed("int32"), requires_grad=True), RuntimeError, "require gradients"),
    Refusal(call((2,), device="nowhere"), RuntimeError, "nowhere"),
]


def _by_size(value: int) -> Any:
    def made(size: Any, dtype: str = "float32", **_: Any) -> np.ndarray:
        return np.full(tuple(size), value, exact(dtype))

    return made


def _like(value: int) -> Any:
    def made(self: np.ndarray, dtype: str = "", **_: Any) -> np.ndarray:
        return np.full(self.shape, value, exact(dtype) if dtype else self.dtype)

    return made


def _result_by_size(dtype: str, sample: Sample) -> str:
    return sample.kwargs["dtype"].name if "dtype" in sample.kwargs else "float32"


def _result_like(dtype: str, sample: Sample) -> str:
    return sample.kwargs["dtype"].name if "dtype" in sample.kwargs else dtype


def _full(size: Any, fill_value: Any, dtype: str = "", **_: Any) -> np.ndarray:
    return np.full(tuple(size), fill_value, exact(dtype) if dtype else None)


def _result_full(dtype: str, sample: Sample) -> str:
    if "dtype" in sample.kwargs:
        return sample.kwargs["dtype"].name
    return {bool: "bool", int: "int64", float: "float32", complex: "complex64"}[type(sample.args[1])]


NOTHING = lambda *args, **kwargs: None  # noqa: E731  no reference: the elements are whatever the memory held

samples("empty", BY_SIZE, reference=NOTHING, result=_result_by_size, refusals=SIZE_REFUSALS)
samples("zeros", BY_SIZE, reference=_by_size(0), result=_result_by_size, refusals=SIZE_REFUSALS)
samples("ones", BY_SIZE, reference=_by_size(1), result=_result_by_size, refusals=SIZE_REFUSALS)
samples(
    "full",
    [
        call((2, 3), 7),
        call((2, 3), True),
        call((), 0.25),
        call((0,), 1.5),
        call((5,), 1 - 2j),
        call((5,), 3, dtype=DTypeNamed("float16")),
        call((5,), 3.75, dtype=DTypeNamed("int32")),
        call((5,), 2, dtype=DTypeNamed("bool")),
        call((5,), True, dtype=DTypeNamed("complex128")),
        call((5,), -1, dtype=DTypeNamed("uint8")),
        call((5,), 2**64 - 1, dtype=DTypeNamed("uint64")),
    ],
    reference=lambda size, fill_value, dtype="", **_: (
        np.full(size, np.array(fill_value % 2**64, "uint64").astype(dtype))
        if dtype in ("uint8", "uint64")
        else _full(size, fill_value, dtype)
    ),
    result=_result_full,
    refusals=[
        Refusal(call((2, -1), 1), RuntimeError, r"at least 0, got \[2, -1\]"),
        Refusal(call((2,), 300, dtype=DTypeNamed("uint8")), RuntimeError, "overflow"),
        Refusal(call((2,), 1j, dtype=DTypeNamed("float32")), RuntimeError, "overflow|complex"),
        Refusal(call((2,), "1"), TypeError, "fill_value"),
    ],
)
samples("empty_like", LIKE, reference=NOTHING, result=_result_like)
samples("zeros_like", LIKE, reference=_like(0), result=_result_like)
samples("ones_like", LIKE, reference=_like(1), result=_result_like)
