"""Comparisons as Python sees them: operators, hashing, and what the library does not compare by value."""

import numpy as np
import pytest

import tt

x = tt.tensor([1.0, 2.0, 3.0])


def test_operators_compare_elements() -> None:
    y = tt.tensor([1.0, 3.0, 2.0])
    assert (x == y).tolist() == [True, False, False]
    assert (x != y).tolist() == [False, True, True]
    assert (x < y).tolist() == [False, True, False]
    assert (x <= y).tolist() == [True, True, False]
    assert (x > 2).tolist() == [False, False, True]
    assert (x >= 2).tolist() == [False, True, True]
    assert (x == np.float64(2)).tolist() == [False, True, False]


def test_strangers_are_different() -> None:
    for other in (None, "text", [1.0, 2.0, 3.0], object()):
        assert (x == other) is False
        assert (x != other) is True


def test_tensors_are_hashed_by_identity() -> None:
    twin = tt.tensor([1.0, 2.0, 3.0])
    assert hash(x) == hash(x)
    assert len({x, twin, x}) == 2
    assert {x: "x"}.get(twin) is None


def test_gradients_of_equal_tensors_stay_apart() -> None:
    a, b = (tt.tensor([1.0, 1.0], requires_grad=True) for _ in range(2))
    first, second = tt.autograd.grad((2 * a + 3 * b).sum(), [a, b])
    assert first.tolist() == [2.0, 2.0] and second.tolist() == [3.0, 3.0]


def test_results_are_bool_in_every_form() -> None:
    assert (x == x).dtype == tt.bool
    out = tt.empty(3, dtype=tt.int32)
    assert tt.lt(x, 2, out=out).tolist() == [1, 0, 0]
    y = tt.tensor([1.0, 2.0, 3.0])
    assert y.ge_(2).tolist() == [0.0, 1.0, 1.0] and y.dtype == tt.float32


def test_complex_absolute_value_is_real() -> None:
    z = tt.tensor([3 + 4j, 0j])
    assert abs(z).dtype == tt.float32 and abs(z).tolist() == [5.0, 0.0]
    out = tt.empty(2, dtype=tt.float64)
    assert tt.abs(z, out=out).tolist() == [5.0, 0.0]
    assert tt.abs(z, out=tt.empty(2, dtype=tt.complex64)).tolist() == [5, 0]
    for refused in (lambda: z.abs_(), lambda: tt.abs(z, out=tt.empty(2, dtype=tt.complex128))):
        with pytest.raises(RuntimeError, match=r"^abs: "):
            refused()
