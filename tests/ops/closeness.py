"""Comparison in ULPs with an exact reference, and the words for what differs.

An error counts in units of the last place of the exact value, or of `magnitude` where a sum has cancelled;
0.5 is correct rounding. A hundredth more for half and bfloat16, which round a float32 result,
and a thousandth for the reference's own rounding.
"""

from typing import Any

import numpy as np

from samples.dtypes import COMPLEX, FLOATING, PRECISION, real_part


def ulp(magnitude: np.ndarray, dtype: str) -> np.ndarray:
    """The distance between neighbours in `dtype` at `magnitude`, denormals included."""
    precision = PRECISION[dtype]
    finite = np.where(np.isfinite(magnitude), np.abs(magnitude), 0).astype("longdouble")
    exponent = np.maximum(np.frexp(finite)[1] - 1, precision.min_exponent)
    return np.ldexp(np.longdouble(1), np.minimum(exponent, 1023) - precision.fraction_bits)


def assert_close(
    got: np.ndarray, exact: Any, dtype: str, ulps: float = 0.5, magnitude: Any = None, what: str = ""
) -> None:
    """Fails with the first element that differs by more than `ulps`, unless `got` and `exact` agree."""
    exact = np.asarray(exact)
    assert got.shape == exact.shape, f"{what}: shape {got.shape}, expected {exact.shape}"
    if dtype in COMPLEX:
        size = np.abs(exact) if magnitude is None else np.abs(magnitude)
        for part in ("real", "imag"):
            sides = np.asarray(getattr(got, part)), np.asarray(getattr(exact, part))
            assert_close(*sides, real_part(dtype), 4 * ulps, size, f"{what} {part}")
    elif dtype in FLOATING:
        bad = ~within(got, exact, dtype, ulps, exact if magnitude is None else magnitude)
        assert not bad.any(), _first(bad, got, exact, what)
    else:
        bad = got != exact
        assert not bad.any(), _first(bad, got, exact, what)


def within(got: np.ndarray, exact: np.ndarray, dtype: str, ulps: float, magnitude: Any) -> np.ndarray:
    """Which elements are close enough; NaN is close to NaN only, infinity to infinity and to overflow."""
    slack = 0.01 if dtype in ("float16", "bfloat16") else 0.001
    allowed = (ulps + slack) * ulp(np.asarray(magnitude), dtype)
    largest = PRECISION[dtype].largest
    with np.errstate(all="ignore"):
        wide = got.astype("longdouble")
        near = np.abs(wide - exact) <= allowed
        overflows = (
            np.isinf(wide) & (np.abs(exact) + allowed > largest) & (np.signbit(wide) == np.signbit(exact))
        )
    return np.where(np.isnan(exact), np.isnan(wide), near | overflows | (wide == exact))


def assert_same_bits(got: np.ndarray, expected: np.ndarray, what: str = "") -> None:
    """Fails unless dtype, shape and every bit agree; NaNs count as one value, the zeros do not."""
    assert got.dtype == expected.dtype, f"{what}: dtype {got.dtype}, expected {expected.dtype}"
    assert got.shape == expected.shape, f"{what}: shape {got.shape}, expected {expected.shape}"
    bad = np.zeros(got.shape, bool)
    for part in ("real", "imag") if got.dtype.kind == "c" else ("",):
        a, b = (getattr(got, part), getattr(expected, part)) if part else (got, expected)
        if a.dtype.kind == "f":
            same = (a == b) & (np.signbit(a) == np.signbit(b))
            bad |= ~np.where(np.isnan(b), np.isnan(a), same)
        else:
            bad |= a != b
    assert not bad.any(), _first(bad, got, expected, what)


def _first(bad: np.ndarray, got: np.ndarray, exact: np.ndarray, what: str) -> str:
    at = tuple(np.argwhere(bad)[0].tolist())
    values = f"got {got[at]!r}, expected {exact[at]!r}"
    return f"{what}: {int(bad.sum())} of {bad.size} differ, first at {at}: {values}"
