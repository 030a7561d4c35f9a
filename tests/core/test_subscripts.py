"""Subscripts read and written as NumPy does, and the ones that are refused."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tt

inf = float("inf")
DTYPES = ["float32", "int64", "uint8", "bool", "complex64"]


@st.composite
def arrays_and_indices(draw: st.DrawFn) -> tuple[np.ndarray, Any]:
    """A small array and an index that is often valid for it."""
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))
    array = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    bounds = st.none() | st.integers(-6, 6)
    item = (
        st.integers(-5, 4)
        | st.builds(slice, bounds, bounds, st.none() | st.integers(1, 3))
        | st.none()
        | st.builds(np.int64, st.integers(-4, 3))
    )
    items: list[Any] = draw(st.lists(item, max_size=len(shape) + 1))
    if draw(st.booleans()):
        items.insert(draw(st.integers(0, len(items))), ...)
    return array, items[0] if len(items) == 1 and draw(st.booleans()) else tuple(items)


@given(arrays_and_indices())
@settings(max_examples=400, deadline=None)
def test_reading_as_numpy(case: tuple[np.ndarray, Any]) -> None:
    array, index = case
    x = tt.tensor(array)
    try:
        expected = array[index]
    except IndexError:
        with pytest.raises(IndexError):
            x[index]
        return
    part = x[index]
    assert part.shape == np.shape(expected)
    assert part.tolist() == expected.tolist()
    assert part is not x
    if part.numel():
        assert part.data_ptr() == x.data_ptr() + (np.argmax(array.ravel() == expected.ravel()[0])) * 8


@given(arrays_and_indices(), st.sampled_from(["number", "tensor", "broadcast", "other dtype"]))
@settings(max_examples=300, deadline=None)
def test_writing_as_numpy(case: tuple[np.ndarray, Any], what: str) -> None:
    array, index = case
    x = tt.tensor(array)
    try:
        shape = np.shape(array[index])
    except IndexError:
        with pytest.raises(IndexError):
            x[index] = 1
        return
    value: Any = 7
    if what == "tensor":
        value = -np.arange(1, 1 + np.prod(shape, dtype=int)).reshape(shape)
    elif what == "broadcast":
        value = np.full([1] * len(shape), 9)
    elif what == "other dtype":
        value = np.full(shape, 3.75)
    array = array.copy()
    array[index] = value
    x[index] = value if what == "number" else tt.tensor(value)
    assert x.tolist() == array.tolist()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("value", [0, 1, True, 2.5, 1 + 0j])
def test_numbers_are_cast(dtype: str, value: complex) -> None:
    x = tt.zeros(3, dtype=getattr(tt, dtype))
    x[1] = value
    expected = np.zeros(3, dtype=dtype)
    expected[1] = value if dtype == "complex64" else value.real
    assert x.tolist() == expected.tolist()


def test_writes_show_in_every_view() -> None:
    x = tt.zeros(2, 3)
    row = x[1]
    before = x._version
    row[0] = 5
    x[..., -1] = tt.tensor([1, 2])
    x[0][1] += 4
    assert x.tolist() == [[0, 4, 1], [5, 0, 2]]
    assert row.tolist() == [5, 0, 2]
    assert x._version == row._version > before


@pytest.mark.parametrize(
    ("index", "error", "message"),
    [
        (5, IndexError, "^index: index 5 out of range"),
        (-4, IndexError, "index -4 out of range"),
        (2**63, IndexError, "cannot fit"),
        (2**200, IndexError, "cannot fit"),
        ((0, 0, 0), IndexError, "too many indices for tensor of dimension 2"),
        ((..., ...), IndexError, "an index can only have a single ellipsis"),
        (np.s_[::-1], ValueError, "slice step must be greater than zero, got -1"),
        (np.s_[::0], ValueError, "slice step must be greater than zero, got 0"),
        (np.s_[1.0:], TypeError, "slice indices must be integers or None .* got float"),
        (np.s_["a":], TypeError, "slice indices must be integers or None"),
        (np.s_[:: tt.tensor(1.5)], TypeError, "only integer tensors of a single element"),
        (True, IndexError, r"only integers, slices .* are valid indices \(got bool\)"),
        ((0, False), IndexError, r"\(got bool\)"),
        (np.True_, IndexError, r"\(got numpy.bool\)"),
        (1.0, IndexError, r"\(got float\)"),
        ("a", IndexError, r"\(got str\)"),
        ([0, 1], IndexError, r"\(got list\)"),
        (tt.tensor([0, 1]), IndexError, r"\(got tt.Tensor\)"),
        (tt.tensor(True), IndexError, r"\(got tt.Tensor\)"),
        (tt.tensor(0.0), IndexError, r"\(got tt.Tensor\)"),
        ((None,) * 70, RuntimeError, "at most 64 dims"),
    ],
)
def test_refused(index: Any, error: type[Exception], message: str) -> None:
    x = tt.zeros(3, 2)
    with pytest.raises(error, match=message):
        x[index]
    with pytest.raises(error, match=message):
        x[index] = 1
    assert x.tolist() == [[0, 0]] * 3


def test_huge_slices_are_clamped() -> None:
    x = tt.tensor([1, 2, 3])
    assert x[: 2**70].tolist() == x[-(2**70) :].tolist() == [1, 2, 3]
    assert x[2**70 :].tolist() == []
    assert x[:: 2**70].tolist() == [1]
    assert x[1 :: 2**62].tolist() == [2]
    assert x[tt.tensor(1) : tt.tensor(3)].tolist() == [2, 3]
    assert x[tt.tensor(-1)].item() == 3


def test_zero_dims() -> None:
    x = tt.tensor(3.5)
    assert x[...].item() == x[()].item() == 3.5
    assert x[None].tolist() == [3.5]
    assert x[..., None, None].shape == (1, 1)
    for index in (0, slice(None), (..., 0)):
        with pytest.raises(IndexError, match="invalid index of a 0-dim tensor"):
            x[index]
    x[...] = 2
    x[()] = tt.tensor(4)
    assert x.item() == 4


@pytest.mark.parametrize("value", ["a", None, [1.0], (1, 2), {}, np.ones(2), object()])
def test_values_that_are_no_numbers(value: object) -> None:
    x = tt.zeros(2)
    message = f"index: can't assign a {type(value).__module__ + '.' if isinstance(value, np.ndarray) else ''}"
    with pytest.raises(TypeError, match=f"{message}{type(value).__name__} to a tensor of dtype float32"):
        x[0] = value


def test_values_that_do_not_fit() -> None:
    x = tt.zeros(3, dtype=tt.uint8)
    with pytest.raises(RuntimeError, match="value cannot be converted to type uint8 without overflow"):
        x[0] = 300
    with pytest.raises(RuntimeError, match="without overflow"):
        x[0] = 1j
    with pytest.raises(RuntimeError):
        x[0] = tt.ones(2)
    with pytest.raises(RuntimeError):
        x[:2] = tt.ones(3)
    with pytest.raises(TypeError, match="index: elements of a tensor cannot be deleted"):
        del x[0]
    assert x.tolist() == [0, 0, 0]
    x[0] = np.float32(5)
    x[1] = np.int64(6)
    assert x.tolist() == [5, 6, 0]


def test_iteration() -> None:
    x = tt.tensor([[1, 2], [3, 4], [5, 6]])
    assert [row.tolist() for row in x] == x.tolist()
    assert len(x) == 3
    a, b, c = x
    assert (a + b - c).tolist() == [-1, 0]
    assert all(row._base is x for row in x)
    assert list(tt.zeros(0, 3)) == []
    assert max(tt.tensor([3, 1, 2]).tolist()) == 3
    assert [int(each) for each in reversed(tt.tensor([1, 2]))] == [2, 1]
    for call in (len, list, tuple):
        with pytest.raises(TypeError, match="0-d tensor"):
            call(tt.tensor(1))
    with pytest.raises(TypeError, match="iteration over a 0-d tensor"):
        _, _ = tt.tensor(1)


@pytest.mark.parametrize("dtype", [tt.float16, tt.bfloat16])
def test_a_short_float_takes_what_is_too_large_as_infinity(dtype: tt.dtype) -> None:
    x = tt.zeros(4, dtype=dtype)
    x[0], x[1], x[2:] = 1e39, complex(-1e39, 0), 65519
    assert x.tolist() == [inf, -inf, *[65504 if dtype == tt.float16 else 65536] * 2]
    with pytest.raises(RuntimeError, match="without overflow"):
        x.fill_(1e39)
    with pytest.raises(RuntimeError, match="without overflow"):
        tt.zeros(1)[0] = 1e39
    with pytest.raises(RuntimeError, match="without overflow"):
        x[0] = 1j


def test_assigning_a_number_to_a_short_float_cuts_its_gradient() -> None:
    leaf = tt.ones(3, dtype=tt.float16, requires_grad=True)
    x = leaf * 2
    x[1] = 7
    x.sum().backward()
    assert leaf.grad.tolist() == [2, 0, 2] and x.tolist() == [2, 7, 2]
