"""Samples of softmax and its logarithm."""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.dtypes import COMPLEX, exact
from samples.recipe import DTypeNamed, Sample, call, t

CASES: list[Sample] = [
    call(t(3, 5, 7), 0),
    call(t(3, 5, 7), 1),
    call(t(3, 5, 7), -1),
    call(t(), 0),
    call(t(1), 0),
    call(t(0), 0),
    call(t(2, 0, 3), 1),
    call(t(2, 0, 3), -1),
    call(t(3, 1030), 1),
    call(t(130, 3), 0),
    call(t(70, 300), 0),
    call(t(3, 5), 1, DTypeNamed("float64")),
    call(t(3, 5), dim=0, dtype=DTypeNamed("float64")),
]


def _shifted(self: np.ndarray, dim: int, dtype: str | None) -> np.ndarray:
    values = self.astype(exact(dtype)) if dtype else self
    return values - values.max(dim, keepdims=True, initial=-np.inf) if values.ndim else values - values


def _sum(values: np.ndarray, dim: int) -> np.ndarray:
    return values.sum(dim, keepdims=True) if values.ndim else values


def _softmax(self: np.ndarray, dim: int, dtype: str | None = None) -> np.ndarray:
    powers = np.exp(_shifted(self, dim, dtype))
    return powers / _sum(powers, dim)


def _log_softmax(self: np.ndarray, dim: int, dtype: str | None = None) -> np.ndarray:
    shifted = _shifted(self, dim, dtype)
    return shifted - np.log(_sum(np.exp(shifted), dim))


def _softmax_magnitude(self: np.ndarray, dim: int, dtype: str | None = None) -> np.ndarray:
    """The rounding of x - max counts as often as its value says."""
    return _softmax(self, dim, dtype) * (1 + np.abs(_shifted(self, dim, dtype)))


def _log_magnitude(self: np.ndarray, dim: int, dtype: str | None = None) -> np.ndarray:
    shifted = _shifted(self, dim, dtype)
    return np.abs(shifted) + np.abs(np.log(_sum(np.exp(shifted), dim))) + 1


REFUSALS = [
    Refusal(call(t(2, 3), 2), IndexError, r"out of range.*\[-2, 1\].*2"),
    Refusal(call(t(2)), TypeError, "missing required argument.*dim"),
    *(
        Refusal(call(t(2), 0), NotImplementedError, "not implemented for dtype", each)
        for each in ("bool", "int64", *COMPLEX)
    ),
    Refusal(call(t(2), 0, DTypeNamed("int32")), NotImplementedError, "not implemented for dtype int32"),
    Refusal(call([1.0], 0), TypeError, "must be Tensor, not list"),
]
RESULT = lambda dtype, sample: next(  # noqa: E731
    (each.name for each in (*sample.args, *sample.kwargs.values()) if isinstance(each, DTypeNamed)), dtype
)
# x - max, exp, sum and scale: a few roundings each.
FACTS: dict[str, Any] = {"result": RESULT, "refusals": REFUSALS, "ulps": 6.0}

samples("softmax.int", CASES, reference=_softmax, magnitude=_softmax_magnitude, **FACTS)
samples("log_softmax.int", CASES, reference=_log_softmax, magnitude=_log_magnitude, **FACTS)
