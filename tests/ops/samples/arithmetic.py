"""Samples of quotients, powers and extrema."""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.families import binary_cases
from samples.recipe import call, t

NONZERO = binary_cases(right="nonzero")


def _division(self: Any, other: Any) -> np.ndarray:
    """Integers meet in float32, the default dtype."""
    parts = [np.asarray(each) for each in (self, other)]
    if all(each.dtype.kind in "biu" for each in parts):
        parts = [each.astype("float32").astype("longdouble") for each in parts]
    return np.true_divide(*parts)


def _size_of_quotient(self: Any, other: Any) -> np.ndarray:
    quotient = _division(self, other)
    return 2 * np.abs(quotient) if quotient.dtype.kind == "c" else quotient


def _truncated(self: Any, other: Any) -> np.ndarray:
    a, b = np.asarray(self), np.asarray(other)
    if np.result_type(a, b).kind not in "iu":
        return np.trunc(np.true_divide(a, b))
    quotient = np.floor_divide(self, other)
    inexact = (quotient * other != self) & ((a < 0) != (b < 0))
    return np.asarray(quotient + inexact, np.result_type(quotient))


def _remainder(self: Any, other: Any) -> np.ndarray:
    """NumPy gives a remainder of 0 the sign of `other`, torch that of `self`."""
    rest = np.remainder(self, other)
    return np.where(rest == 0, np.copysign(rest, self), rest) if rest.dtype.kind == "f" else rest


def _mode(self: Any, other: Any, rounding_mode: str | None) -> np.ndarray:
    return {None: _division, "trunc": _truncated, "floor": np.floor_divide}[rounding_mode](self, other)


def _mode_result(dtype: str, sample: Any) -> str:
    is_integral = "int" in dtype or dtype == "bool"
    return "float32" if is_integral and sample.kwargs["rounding_mode"] is None else dtype


BY_ZERO = Refusal(
    call(t(3), t(3, values=(1, 0, 2))), RuntimeError, "integer division by zero", "int32", by_value=True
)
ZERO = Refusal(call(t(3), 0), RuntimeError, "integer division by zero", "uint8", by_value=True)

samples("div.Tensor", NONZERO, reference=_division, magnitude=_size_of_quotient)
samples(
    "div.Tensor_mode",
    [call(*each.args, rounding_mode=mode) for each in NONZERO for mode in ("trunc", "floor")]
    + [call(t(3, 5), t(5, within="nonzero"), rounding_mode=None), call(t(4), 2, rounding_mode="floor")],
    reference=_mode,
    result=_mode_result,
    dtypes=("uint8", "uint16", "int8", "int32", "int64", "float16", "bfloat16", "float32", "float64"),
    refusals=[
        Refusal(call(t(2), t(2), rounding_mode="up"), RuntimeError, "rounding_mode to be one of.*'up'"),
        Refusal(call(t(2), t(2), rounding_mode=1), TypeError, "rounding_mode"),
        Refusal(
            call(t(2), t(2), rounding_mode="floor"), NotImplementedError, "for dtype complex64", "complex64"
        ),
        Refusal(
            call(t(2), 0, rounding_mode="trunc"), RuntimeError, "division by zero", "int64", by_value=True
        ),
    ],
)
samples("div_trunc", NONZERO, reference=_truncated, refusals=[BY_ZERO, ZERO])
samples("div_floor", NONZERO, reference=np.floor_divide, refusals=[BY_ZERO, ZERO])
samples("floor_divide", NONZERO, refusals=[BY_ZERO, ZERO])
samples("remainder.Tensor", NONZERO, reference=_remainder, refusals=[BY_ZERO, ZERO])


def _integer_power(self: np.ndarray, exponent: np.ndarray) -> np.ndarray:
    power = np.power(self, np.where(exponent < 0, 0, exponent))
    odd = np.where(exponent % 2 == 0, 1, self)
    return np.where(exponent >= 0, power, np.where(self == 1, 1, np.where(self == -1, odd, 0)))


def _power(self: Any, exponent: Any) -> np.ndarray:
    a, b = np.asarray(self), np.asarray(exponent)
    dtype = np.result_type(self, exponent)
    if dtype.kind in "iu":
        return _integer_power(a.astype(dtype), b.astype(dtype)).astype(dtype)
    if dtype.kind == "c":
        wide = np.result_type(dtype, "complex128")  # as the functor computes
        a, b = np.broadcast_arrays(a.astype(wide), b.astype(wide))
        power = np.exp(b * np.log(a))
        infinite = np.where((b.real < 0) & (b.imag == 0), complex(np.inf, np.nan), complex(np.nan, np.nan))
        zero = np.where(b.real > 0, 0, infinite)
        return np.where(a == 0, zero, power).astype(dtype)
    return np.power(self, exponent)


def _size_of_power(self: Any, exponent: Any) -> np.ndarray:
    """An error of the logarithm is multiplied by the size of the exponent of the result."""
    power = _power(self, exponent)
    if power.dtype.kind != "c":
        return power
    return np.abs(power) * (1 + np.abs(exponent * np.log(np.asarray(self).astype(power.dtype))))


samples(
    "pow.Tensor_Tensor",
    binary_cases(left="positive", right="small"),
    reference=_power,
    magnitude=_size_of_power,
    ulps=1.3,
    special=[(2.0, 127.5), (0.5, 149.0), (1.0000001, 1e9), (-2.0, 3.0), (-2.0, 2.5), (10.0, -44.9)],
    more=[call(t(6), 2), call(t(6), 3)],
    refusals=[
        Refusal(call(t(2), -1), RuntimeError, "negative integer powers.*-1", "int64"),
        Refusal(call(t(2), -3), RuntimeError, "negative integer powers.*-3", "uint8"),
    ],
)
samples("maximum")
samples("minimum")
