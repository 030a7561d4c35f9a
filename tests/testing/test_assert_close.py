"""assert_close: what is close, what a failure says, and what cannot be compared; messages are torch's."""

from typing import Any

import numpy as np
import pytest

import tt
from tt.testing import assert_close, default_tolerances

inf, nan = float("inf"), float("nan")


def _message(actual: Any, expected: Any, **options: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        assert_close(actual, expected, **options)
    return str(caught.value)


def test_tolerances_by_dtype() -> None:
    assert default_tolerances(tt.float32) == default_tolerances(tt.complex64) == (1.3e-6, 1e-5)
    assert default_tolerances(tt.float16, tt.float64) == (1e-3, 1e-5)
    assert default_tolerances(tt.bfloat16) == (1.6e-2, 1e-5) and default_tolerances(tt.int64) == (0, 0)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "complex64", "complex128"])
def test_close_within_the_tolerance_of_the_dtype(dtype: str) -> None:
    rtol, atol = default_tolerances(getattr(tt, dtype))
    one = tt.full((3,), 100.0, dtype=tt.float64)
    near, far = one * (1 + 0.9 * rtol) + 0.9 * atol, one * (1 + 1.5 * rtol) + 2 * atol
    if dtype in ("float64", "complex128"):
        assert_close(near.to(getattr(tt, dtype)), one.to(getattr(tt, dtype)))
        _message(far.to(getattr(tt, dtype)), one.to(getattr(tt, dtype)))
    assert_close(near, one, rtol=rtol, atol=atol)
    _message(far, one, rtol=rtol, atol=atol)


def test_message_of_tensors() -> None:
    assert _message(tt.tensor([[1.0, 2.0], [3.0, 5.0]]), tt.tensor([[1.0, 2.5], [3.0, 4.0]])) == (
        "Tensor-likes are not close!\n"
        "\n"
        "Mismatched elements: 2 / 4 (50.0%)\n"
        "Greatest absolute difference: 1.0 at index (1, 1) (up to 1e-05 allowed)\n"
        "Greatest relative difference: 0.25 at index (1, 1) (up to 1.3e-06 allowed)"
    )


def test_message_of_integers() -> None:
    assert _message(tt.tensor([1, 2, 3]), tt.tensor([1, 2, 6])) == (
        "Tensor-likes are not equal!\n"
        "\n"
        "Mismatched elements: 1 / 3 (33.3%)\n"
        "Greatest absolute difference: 3 at index (2,)\n"
        "Greatest relative difference: 0.5 at index (2,)"
    )


def test_message_of_scalars() -> None:
    lines = (
        "Scalars are not close!\n"
        "\n"
        "Expected 2.0 but got 3.0.\n"
        "Absolute difference: 1.0 (up to {} allowed)\n"
        "Relative difference: 0.5 (up to {} allowed)"
    )
    assert _message(tt.tensor(3.0), tt.tensor(2.0)) == lines.format("1e-05", "1.3e-06")
    assert _message(3.0, 2.0) == lines.format("1e-07", "1e-07")
    assert _message(3, 2).startswith(
        "Scalars are not equal!\n\nExpected 2 but got 3.\nAbsolute difference: 1\n"
    )


@pytest.mark.parametrize(
    ("actual", "expected", "text"),
    [
        (tt.ones(2), tt.ones(3), r"attribute 'shape' do not match: tt.Size([2]) != tt.Size([3])."),
        (tt.ones(2), tt.ones(2, dtype=tt.float64), "attribute 'dtype' do not match: tt.float32 != tt.float64."),
        (tt.ones(2), tt.ones(2, device="meta"), "attribute 'device' do not match: cpu != meta."),
        ([1.0], [1.0, 2.0], "The length of the sequences mismatch: 1 != 2"),
        ({"a": 1}, {"b": 1}, "Missing keys in the actual mapping: ['b']\nAdditional keys in the actual mapping: ['a']"),
        (None, 1, "None mismatch: None is not 1"),
        (True, False, "Booleans mismatch: True is not False"),
        (1, 1.0, "The (d)types do not match: <class 'int'> != <class 'float'>."),
        ([1, (2, {"x": 3})], [1, (2, {"x": 4})], "The failure occurred for item [1][1]['x']"),
    ],
)  # fmt: skip
def test_what_does_not_fit(actual: Any, expected: Any, text: str) -> None:
    assert text in _message(actual, expected)


def test_checks_that_are_left_out() -> None:
    assert_close(tt.ones(2), tt.ones(2, dtype=tt.int64), check_dtype=False)
    assert_close(1, 1.0, check_dtype=False)
    turned = tt.ones(2, 3).t().contiguous().t()
    assert_close(tt.ones(2, 3), turned)
    assert "attribute 'stride()' do not match: (3, 1) != (1, 2)" in _message(
        tt.ones(2, 3), turned, check_stride=True
    )


def test_infinity_and_nan() -> None:
    assert_close(tt.tensor([inf, -inf]), tt.tensor([inf, -inf]))
    for actual, expected in ((inf, 1.0), (1.0, inf), (inf, -inf), (nan, nan), (nan, 1.0)):
        _message(tt.tensor([actual]), tt.tensor([expected]))
        _message(actual, expected)
    assert_close(tt.tensor([nan, 1.0]), tt.tensor([nan, 1.0]), equal_nan=True)
    assert_close(nan, nan, equal_nan=True)
    assert "Greatest absolute difference: nan at index (0,)" in _message(tt.tensor([nan]), tt.tensor([1.0]))


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "uint64"])
def test_integers_have_to_be_equal(dtype: str) -> None:
    ones, zeros = tt.ones(3, dtype=getattr(tt, dtype)), tt.zeros(3, dtype=getattr(tt, dtype))
    assert_close(ones, ones.clone())
    assert "Mismatched elements: 3 / 3 (100.0%)" in _message(ones, zeros)


def test_shapes_without_elements_and_gradients() -> None:
    assert_close(tt.ones(0, 3), tt.ones(0, 3))
    assert_close(tt.ones(2, requires_grad=True), tt.ones(2))


def test_arrays_and_structures() -> None:
    assert_close(np.ones(3), np.ones(3))
    assert "Greatest absolute difference: 1.0 at index (1,)" in _message(
        np.array([1.0, 1]), np.array([1.0, 2])
    )
    assert_close({"a": [tt.ones(2), (1, None)]}, {"a": [tt.ones(2), (1, None)]})
    assert_close(tt.max(tt.ones(2, 2), 0), tt.max(tt.ones(2, 2), 0))


def test_own_messages() -> None:
    assert _message(1, 2, msg="mine") == "mine"
    assert _message(1, 2, msg=lambda text: f"before\n{text}").startswith("before\nScalars are not equal!")


def test_what_is_not_compared() -> None:
    for actual, expected in ((tt.ones(1), np.ones(1)), (tt.ones(1), 1.0), ("a", "a"), (object(), object())):
        with pytest.raises(TypeError, match=r"^assert_close: cannot compare a "):
            assert_close(actual, expected)
    with pytest.raises(ValueError, match=r"^assert_close: 'rtol' is given without 'atol'"):
        assert_close(1.0, 1.0, rtol=0.1)
    with pytest.raises(ValueError, match=r"^assert_close: expected 'atol' to be at least 0, got -1"):
        assert_close(1.0, 1.0, rtol=0.1, atol=-1)
