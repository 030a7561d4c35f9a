"""Samples of pointwise ops of two tensors."""

from collections.abc import Callable
from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.recipe import Number, call, t


def _scaled(alpha: object, self: object, other: object) -> Any:
    if alpha == 1:
        return other  # a complex product with 1 would make NaN of infinities
    dtype = self.dtype if isinstance(self, np.ndarray) else np.asarray(other).dtype
    return np.multiply(np.asarray(alpha).astype(dtype), np.asarray(other).astype(dtype))


def _add(self: np.ndarray, other: np.ndarray, alpha: object = 1) -> np.ndarray:
    return np.add(self, _scaled(alpha, self, other))


def _sub(self: np.ndarray, other: np.ndarray, alpha: object = 1) -> np.ndarray:
    return np.subtract(self, _scaled(alpha, self, other))


def _magnitude(sign: int) -> Callable[..., np.ndarray]:
    # Two roundings, of alpha * other and of the sum, each half an ULP of what is rounded; alpha=1 has one.
    def magnitude(self: np.ndarray, other: np.ndarray, alpha: object = 1) -> np.ndarray:
        if alpha == 1:
            return _add(self, other) if sign > 0 else _sub(self, other)
        return 2 * (np.abs(self) + np.abs(_scaled(alpha, self, other)))

    return magnitude


ALPHAS = [
    call(t(3, 5), t(5), alpha=Number(3.0)),
    call(t(1030), t(1030), alpha=Number(-2.0)),
    call(t(4), Number(), alpha=Number(2.0)),
]
ALPHA_REFUSALS = [
    Refusal(call(t(2), t(2), alpha=1.5), RuntimeError, "alpha", "int32"),
    Refusal(call(t(2), t(2), alpha=1j), RuntimeError, "alpha", "float32"),
    Refusal(call(t(2), t(2), alpha="2"), TypeError, "alpha"),
    Refusal(call(t(2), t(2), alpha=t(1)), TypeError, "alpha"),
]

samples(
    "add.Tensor",
    more=ALPHAS,
    reference=_add,
    magnitude=_magnitude(1),
    refusals=[*ALPHA_REFUSALS, Refusal(call(t(2), t(2), alpha=True), RuntimeError, "alpha", "float32")],
)
samples(
    "sub.Tensor",
    more=ALPHAS,
    reference=_sub,
    magnitude=_magnitude(-1),
    refusals=[
        *ALPHA_REFUSALS,
        Refusal(call(t(2), True), NotImplementedError, "bool"),
        Refusal(call(t(2), t(2, dtype="bool")), NotImplementedError, "bool"),
    ],
)
samples("mul.Tensor")
