"""Samples of the factories that are methods: a size, and the kind of a tensor."""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.dtypes import exact
from samples.factory import NOTHING, SIZES, result_like
from samples.recipe import DTypeNamed, Named, Sample, call, t

SAMPLES: list[Sample] = [
    *(call(t(4), size) for size in SIZES),
    call(t(2, 3, 4), [2, 3], dtype=DTypeNamed("float64")),
    call(t(), (2, 3), dtype=DTypeNamed("bool"), layout=Named("strided"), device="cpu"),
]
REFUSALS = [
    Refusal(call(t(2), (2, -1)), RuntimeError, r"at least 0, got \[2, -1\]"),
    Refusal(call(t(2), (2, 3.0)), TypeError, "size"),
    Refusal(
        call(t(2), (2,), dtype=DTypeNamed("int32"), requires_grad=True), RuntimeError, "require gradients"
    ),
    Refusal(call(t(2), (2,), device="nowhere"), RuntimeError, "nowhere"),
]


def _filled(value: Any) -> Any:
    def made(self: np.ndarray, size: Any, dtype: str = "", **_: Any) -> np.ndarray:
        return np.full(tuple(size), value, exact(dtype) if dtype else self.dtype)

    return made


samples("new_empty", SAMPLES, reference=NOTHING, result=result_like, refusals=REFUSALS)
samples("new_zeros", SAMPLES, reference=_filled(0), result=result_like, refusals=REFUSALS)
samples("new_ones", SAMPLES, reference=_filled(1), result=result_like, refusals=REFUSALS)
samples(
    "new_full",
    [Sample((*each.args, 3), each.kwargs) for each in SAMPLES],
    reference=lambda self, size, fill_value, **options: _filled(fill_value)(self, size, **options),
    result=result_like,
    refusals=[
        Refusal(call(t(2), (2, -1), 1), RuntimeError, r"at least 0, got \[2, -1\]"),
        Refusal(call(t(2), (2,), 300), RuntimeError, "overflow", "uint8", by_value=True),
        Refusal(call(t(2), (2,), "1"), TypeError, "fill_value"),
    ],
)
