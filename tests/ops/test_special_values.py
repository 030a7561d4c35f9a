"""Infinities, NaN, both zeros, denormals, and integers at their bounds: what IEEE 754 and NumPy say."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import tt
from closeness import assert_close, assert_same_bits
from samples import of
from samples.dtypes import COMPLEX, FLOATING, INTEGRAL, PRECISION, real_part, storage
from samples.recipe import rounded
from subject import TT, every_op, every_op_and_dtype, numbers_of

inf, nan = float("inf"), float("nan")


def specials(dtype: str) -> list[Any]:
    """The numbers at which an op of `dtype` may go wrong."""
    if dtype == "bool":
        return [False, True]
    if dtype in INTEGRAL:
        bounds = np.iinfo(dtype)
        return [bounds.min, bounds.min + 1, 0, 1, 2, 7, bounds.max // 2 + 1, bounds.max - 1, bounds.max]
    precision = PRECISION[real_part(dtype)]
    denormal = 2.0 ** (precision.min_exponent - precision.fraction_bits)
    normal, epsilon = 2.0**precision.min_exponent, 2.0**-precision.fraction_bits
    real = [0.0, 1.0, 1 + epsilon, 1.5, denormal, normal - denormal, normal, precision.largest, inf]
    signed = [sign * each for each in real for sign in (1.0, -1.0)] + [nan]
    if dtype in FLOATING:
        return signed
    parts = [0.0, -0.0, 1.5, -1.5, inf, -inf, nan, precision.largest]
    return [complex(re, im) for re, im in product(parts, parts)]


def _args_of(op: str, dtype: str) -> list[np.ndarray]:
    """All combinations of special values, one array per tensor of the op."""
    subject = of(op)
    recipes = subject.cases[0].tensors
    columns = [specials(recipe.dtype or dtype) for recipe in recipes]
    if dtype in INTEGRAL and recipes[-1].within == "nonzero":
        columns[-1] = [each for each in columns[-1] if each != 0]
    rows = [*product(*columns), *(row for row in subject.special if dtype in FLOATING)]
    return [
        rounded(
            np.array([row[i] for row in rows], dtype=None if dtype != "uint64" else object),
            recipe.dtype or dtype,
        )
        for i, recipe in enumerate(recipes)
    ]


@pytest.mark.parametrize(("op", "dtype"), every_op_and_dtype(lambda subject: subject.entry.pointwise))
def test_pointwise(op: str, dtype: str) -> None:
    subject = of(op)
    arrays = _args_of(op, dtype)
    recipes = subject.cases[0].tensors
    tensors = [TT.tensor(a, recipe.dtype or dtype) for a, recipe in zip(arrays, recipes, strict=True)]
    result = TT.callable(subject.entry)(*tensors, **numbers_of(op))
    own = TT.name_of(result.dtype)
    wides = [
        a.astype(subject.reference_dtype(r.dtype or dtype)) for a, r in zip(arrays, recipes, strict=True)
    ]
    with np.errstate(all="ignore"):
        wide = subject.reference(*wides, **numbers_of(op))
        magnitude = (
            subject.magnitude(*wides, **numbers_of(op)) if subject.stepwise and own in FLOATING else None
        )
    got = TT.array(result)
    if own in COMPLEX:
        _assert_complex(op, got, arrays, own)
        return
    assert_close(got, wide, own, subject.ulps, magnitude, what=f"{op} {dtype} of {arrays}")
    if subject.stepwise:  # NumPy's maximum of 0 and -0 may be either
        return
    zero = (wide == 0) & (got == 0) if own in FLOATING else np.zeros(got.shape, bool)
    np.testing.assert_array_equal(
        np.signbit(got[zero]), np.signbit(wide[zero]), f"{op} {dtype}: sign of zero"
    )


def _assert_complex(op: str, got: np.ndarray, arrays: list[np.ndarray], dtype: str) -> None:
    """NumPy computes in the dtype itself; which part of a NaN is one is left open."""
    with np.errstate(all="ignore"):
        expected = of(op).reference(*(a.astype(storage(dtype)) for a in arrays), **numbers_of(op))
    ordinary = np.isfinite(expected)
    np.testing.assert_allclose(
        got[ordinary], expected[ordinary], rtol=1e-6 if dtype == "complex64" else 1e-14
    )
    np.testing.assert_array_equal(np.isnan(got), np.isnan(expected), f"{op}: where NaN is")
    np.testing.assert_array_equal(np.isinf(got), np.isinf(expected), f"{op}: where infinity is")


@pytest.mark.parametrize("dtype", [pytest.param(each, id=f"sum-{each}") for each in FLOATING])
def test_sum(dtype: str) -> None:
    def total(*values: float) -> np.ndarray:
        one = TT.array(TT.tensor(np.array(values), dtype).sum())
        padded = np.concatenate([np.zeros(70), values, np.zeros(70)])
        assert_same_bits(TT.array(TT.tensor(padded, dtype).sum()), one, f"{values} among zeros")
        column = TT.tensor(np.stack([padded, padded], 1), dtype).sum(0)
        assert_same_bits(TT.array(column[1]), one, f"{values} in a column")
        return one

    assert np.isnan(total(1.0, nan, 2.0))
    assert np.isnan(total(inf, 1.0, -inf))
    assert total(inf, 1.0) == inf and total(-inf, 1.0) == -inf
    assert total(0.25, 0.5) == 0.75
    largest = PRECISION[dtype].largest
    assert total(largest, largest) == inf
    denormal = 2.0 ** (PRECISION[dtype].min_exponent - PRECISION[dtype].fraction_bits)
    assert total(denormal, denormal) == 2 * denormal


@pytest.mark.parametrize("dtype", [pytest.param(each, id=f"sum-{each}") for each in INTEGRAL])
def test_sum_wraps_at_64_bits(dtype: str) -> None:
    values = np.array([np.iinfo(dtype).max] * 5 + [np.iinfo(dtype).min] * 3, dtype)
    with np.errstate(all="ignore"):
        assert TT.array(TT.tensor(values, dtype).sum()) == values.astype("int64").sum()


@pytest.mark.parametrize("dtype", [pytest.param(each, id=f"matmul-{each}") for each in FLOATING])
def test_matmul_of_infinity_and_nan(dtype: str) -> None:
    left = np.array([[1.0, inf], [0.0, nan], [1.0, 2.0]])
    right = np.array([[1.0, 0.0, 2.0], [1.0, 0.0, -3.0]])
    with np.errstate(all="ignore"):
        expected = left @ right
    np.testing.assert_array_equal(TT.array(TT.tensor(left, dtype) @ TT.tensor(right, dtype)), expected)


@pytest.mark.parametrize("dtype", [pytest.param(each, id=f"to.dtype-{each}") for each in FLOATING])
def test_casts_between_floats(dtype: str) -> None:
    values = np.array(
        [*specials("float32"), *specials("float16"), *specials("bfloat16"), 65520.0, 65519.9, 2.0**-25]
    )
    for source in ("float32", "float64"):
        tensor = TT.tensor(values, source).to(TT.dtype(dtype))
        assert_close(
            TT.array(tensor), rounded(values, source).astype("longdouble"), dtype, what=f"{source} to {dtype}"
        )
        expected = rounded(rounded(values, source), dtype)
        assert_same_bits(TT.array(tensor), expected, f"{source} to {dtype}")


@pytest.mark.parametrize("dtype", [pytest.param(each, id=f"to.dtype-{each}") for each in INTEGRAL])
def test_casts_between_integers_wrap(dtype: str) -> None:
    for source in INTEGRAL:
        values = np.array(specials(source), source)
        got = TT.array(TT.tensor(values, source).to(TT.dtype(dtype)))
        assert_same_bits(got, values.astype(dtype), f"{source} to {dtype}")


def test_to_bool_is_not_zero() -> None:
    values = tt.tensor([0.0, -0.0, nan, inf, 5e-324, -1.0], dtype=tt.float64)
    assert values.to(tt.bool).tolist() == [False, False, True, True, True, True]
    assert tt.tensor([0j, 1j, complex(0, nan)]).to(tt.bool).tolist() == [False, True, True]
    assert tt.tensor([0, 256, -1]).to(tt.bool).tolist() == [False, True, True]


@pytest.mark.parametrize(
    "op", every_op(lambda subject: (alpha := subject.entry.schema.arg("alpha")) and alpha.default == 1)
)
def test_alpha_of_one_takes_no_part(op: str) -> None:
    infinite = tt.tensor([complex(0, inf), complex(inf, 0)])
    got = TT.array(TT.callable(of(op).entry)(tt.zeros(2, dtype=tt.complex64), infinite))
    assert not np.isnan(got).any()
