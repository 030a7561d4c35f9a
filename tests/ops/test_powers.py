"""Powers with a number as exponent: functors of their own for some, torch's special values, and the refusals."""

import numpy as np
import pytest

import tt
from closeness import assert_same_bits
from samples.recipe import rounded
from subject import TT

inf, nan = float("inf"), float("nan")
VALUES = np.array([0.0, -0.0, 4.0, -4.0, 1.5, inf, -inf, nan])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize(
    ("exponent", "exact"),
    [
        (2, lambda x: x * x),
        (2.0, lambda x: x * x),
        (3, lambda x: x * x * x),
        (0.5, np.sqrt),
        (-1, lambda x: 1 / x),
        (0, np.ones_like),
        (1, lambda x: x),
    ],
)
def test_number_as_exponent(exponent, exact, dtype: str) -> None:  # type: ignore[no-untyped-def]
    with np.errstate(all="ignore"):
        expected = rounded(exact(VALUES), dtype)
    assert_same_bits(TT.array(TT.tensor(VALUES, dtype) ** exponent), expected, f"x ** {exponent}")


def test_tensor_as_exponent_follows_c() -> None:
    half = tt.tensor([-0.0, -inf, 4.0]) ** tt.tensor(0.5)
    assert_same_bits(TT.array(half), np.array([0.0, inf, 2.0], "float32"))


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "int64"])
def test_integers_wrap(dtype: str) -> None:
    values = np.array([0, 1, 2, 7, 100], dtype)
    for exponent in (0, 1, 2, 3, 5, 9):
        got = TT.array(TT.tensor(values, dtype) ** exponent)
        np.testing.assert_array_equal(got, values**exponent, f"{exponent}")
        by_tensor = TT.array(TT.tensor(values, dtype) ** tt.full((5,), exponent, dtype=TT.dtype(dtype)))
        np.testing.assert_array_equal(by_tensor, got)


def test_negative_powers_of_integers() -> None:
    bases = tt.tensor([1, -1, 2, -2, 0])
    assert (bases ** tt.tensor([-1])).tolist() == [1, -1, 0, 0, 0]
    assert (bases ** tt.tensor([-1, -2, -1, -1, -1])).tolist() == [1, 1, 0, 0, 0]
    assert (2 ** tt.tensor([-1, 3])).tolist() == [0, 8]
    for base in (bases, tt.tensor([True]), tt.tensor([2], dtype=tt.uint8)):
        with pytest.raises(RuntimeError, match=r"^pow: integers to negative integer powers"):
            base**-1
    assert (bases[:1] ** -1.0).tolist() == [1.0]


def test_complex_powers_of_zero() -> None:
    z = tt.tensor([0j, 0j, 2j]) ** tt.tensor([0j, 1 + 1j, 0j])
    assert np.isnan(z[0].item()) and z[1:].tolist() == [0, 1]
    assert (tt.tensor([3 + 4j]) ** 2).tolist() == [-7 + 24j]


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_power_is_one_for_an_exponent_of_0_or_a_base_of_1_that_is_a_number(dtype: str) -> None:
    odd = TT.tensor(np.array([0, 1j, complex(nan, 0), complex(inf, nan), complex(0, inf)]), dtype)
    for zero in (0, 0.0, -0.0, 0j, False):
        assert (odd**zero).tolist() == [1] * 5
    for one in (1, 1.0, 1 + 0j, True):
        assert (one**odd).tolist() == [1] * 5
    assert [np.isnan(each) for each in (odd ** tt.zeros(5)).tolist()] == [True, False, True, True, True]


def gradient(function, x: float, order: int = 1) -> float:  # type: ignore[no-untyped-def]
    leaf = tt.tensor(x, dtype=tt.float64, requires_grad=True)
    result = function(leaf)
    for _ in range(order):
        (result,) = tt.autograd.grad(result, leaf, create_graph=True)
    return result.item()


@pytest.mark.parametrize(
    ("function", "x", "order", "expected"),
    [
        (lambda x: x**0, 0.0, 1, 0.0),
        (lambda x: x**1, 0.0, 1, 1.0),
        (lambda x: x**2, 0.0, 2, 2.0),
        (lambda x: x**0.5, 0.0, 1, inf),
        (lambda x: 0.0**x, 0.0, 1, 0.0),
        (lambda x: 1.0**x, 2.0, 1, 0.0),
        (lambda x: (-1.0) ** x, 2.0, 1, nan),
        (tt.sqrt, 0.0, 1, inf),
        (tt.sqrt, 0.0, 2, -inf),
        (tt.log, 0.0, 1, inf),
        (tt.abs, 0.0, 1, 0.0),
        (tt.abs, -2.0, 1, -1.0),
        (tt.relu, 0.0, 1, 0.0),
        (lambda x: tt.maximum(x, tt.tensor(1.0)), 1.0, 1, 0.5),
        (lambda x: tt.minimum(x, tt.tensor(1.0)), 1.0, 1, 0.5),
        (lambda x: tt.maximum(x, tt.tensor(nan)), 1.0, 1, 1.0),
        (lambda x: tt.div(x, 2.0, rounding_mode="floor"), 5.0, 1, 0.0),
        (lambda x: x % 2.0, 5.0, 1, 1.0),
    ],
)
def test_gradients_at_the_edges(function, x: float, order: int, expected: float) -> None:  # type: ignore[no-untyped-def]
    np.testing.assert_equal(gradient(function, x, order), expected)


def test_power_of_tensors_at_zero() -> None:
    base = tt.tensor(0.0, dtype=tt.float64, requires_grad=True)
    exponent = tt.tensor(0.0, dtype=tt.float64, requires_grad=True)
    assert [each.item() for each in tt.autograd.grad(base**exponent, [base, exponent])] == [0.0, 0.0]
