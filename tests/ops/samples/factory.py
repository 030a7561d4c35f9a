"""Samples of factories. What `empty` holds is left open: its tests look at everything but the elements."""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.dtypes import FLOATING, INTEGRAL, exact
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


def result_like(dtype: str, sample: Sample) -> str:
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
samples("empty_like", LIKE, reference=NOTHING, result=result_like)
samples("zeros_like", LIKE, reference=_like(0), result=result_like)
samples("ones_like", LIKE, reference=_like(1), result=result_like)


def _numbers(*args: Any, dtype: str = "", **_: Any) -> np.ndarray:
    start, end, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
    count = int(np.ceil((np.longdouble(end) - np.longdouble(start)) / np.longdouble(step)))
    whole = dtype in INTEGRAL or (not dtype and all(isinstance(each, int) for each in args))
    places = np.arange(count, dtype="int64" if whole else "longdouble")
    values = (int(start) if whole else start) + places * (int(step) if whole else np.longdouble(step))
    return values.astype(exact(dtype) if dtype else "int64" if whole else "longdouble")


def _result_of_numbers(dtype: str, sample: Sample) -> str:
    if "dtype" in sample.kwargs:
        return sample.kwargs["dtype"].name
    return "int64" if all(isinstance(each, int) for each in sample.args) else "float32"


def _in_dtypes(*args: Any) -> list[Sample]:
    return [call(*args, dtype=DTypeNamed(each)) for each in (*INTEGRAL, *FLOATING)]


FACTS: dict[str, Any] = {"reference": _numbers, "result": _result_of_numbers, "ulps": 1.0}
NUMBER_REFUSALS = [
    Refusal(call("3"), TypeError, "must be"),
    Refusal(call(3, dtype=DTypeNamed("bool")), NotImplementedError, "not implemented for dtype bool"),
    Refusal(
        call(3, dtype=DTypeNamed("complex64")), NotImplementedError, "not implemented for dtype complex64"
    ),
    Refusal(call(3, requires_grad=True), RuntimeError, "require gradients"),
    Refusal(call(1j), RuntimeError, "expected real numbers"),
    Refusal(call(-1), RuntimeError, "inconsistent with step sign"),
    Refusal(call(float("nan")), RuntimeError, "unsupported range"),
    Refusal(call(float("inf")), RuntimeError, "unsupported range"),
]
samples(
    "arange",
    [call(5), call(0), call(2.5), call(1030), call(True), *_in_dtypes(7)],
    refusals=NUMBER_REFUSALS,
    **FACTS,
)
samples(
    "arange.start",
    [call(2, 5), call(-2, 1.5), call(3, 3), call(0.5, 2), *_in_dtypes(2, 7)],
    refusals=[Refusal(call(3, 0), RuntimeError, "inconsistent with step sign")],
    **FACTS,
)
samples(
    "arange.start_step",
    [
        call(1, 8, 3),
        call(5, 0, -2),
        call(0, 1, 0.25),
        call(1, 0, -0.125),
        call(0, 2**62, 2**60),
        call(0.5, 3.5, 0.5, dtype=DTypeNamed("float64")),
        call(0, 1.7, 1, dtype=DTypeNamed("int32")),
        call(0, 3, 0.5, dtype=DTypeNamed("int32")),
        *_in_dtypes(1, 12, 2),
    ],
    refusals=[
        Refusal(call(0, 3, 0), RuntimeError, "step must be nonzero"),
        Refusal(call(0, 3, -1), RuntimeError, "inconsistent with step sign"),
        Refusal(call(0, 3, 0.5, dtype=DTypeNamed("int64")), ValueError, "step must be nonzero, got 0.5"),
        Refusal(call(0, 2**64 - 1, 1), RuntimeError, "does not fit int64"),
    ],
    **FACTS,
)


def _eye(n: int, m: int | None = None, *, dtype: str = "float32", **_: Any) -> np.ndarray:
    return np.eye(n, m, dtype=exact(dtype))


for name, more in (("eye", ()), ("eye.m", (4,))):
    samples(
        name,
        [
            call(3, *more),
            call(0, *more),
            call(5, *more, dtype=DTypeNamed("complex64")),
            call(2, *more, dtype=DTypeNamed("bool")),
            call(300, *more, dtype=DTypeNamed("int16")),
        ],
        reference=_eye,
        result=_result_by_size,
        refusals=[
            Refusal(call(-1, *more), RuntimeError, "n must be greater or equal to 0, got -1"),
            Refusal(call(2.5, *more), TypeError, "n"),
        ],
    )
