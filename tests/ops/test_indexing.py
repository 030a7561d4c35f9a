"""Subscripts of ints, slices, None and ... select what NumPy's do, and assignment writes there."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tt
from subject import TT

EXAMPLES = settings(max_examples=150, deadline=None, derandomize=True, database=None)
SHAPES = st.lists(st.integers(0, 5), min_size=1, max_size=4).map(tuple)
BOUNDS = st.none() | st.integers(-7, 7)
SLICES = st.builds(slice, BOUNDS, BOUNDS, st.none() | st.integers(1, 4))


def _indices(shape: tuple[int, ...]) -> st.SearchStrategy[Any]:
    """Fitting subscripts: an item or fewer a dim, None anywhere, at most one ellipsis."""

    @st.composite
    def drawn(draw: Any) -> tuple[Any, ...]:
        count = draw(st.integers(0, len(shape)))
        items: list[Any] = [
            draw(SLICES | st.integers(-size, size - 1)) if size else draw(SLICES) for size in shape[:count]
        ]
        for _ in range(draw(st.integers(0, 2))):
            items.insert(draw(st.integers(0, len(items))), None)
        if count == len(shape) or draw(st.booleans()):
            # Anywhere when nothing is left to stand for, else after the dims that were drawn.
            items.insert(draw(st.integers(0, len(items))) if count == len(shape) else len(items), ...)
        return tuple(items)

    return drawn()


def _numbered(shape: tuple[int, ...]) -> np.ndarray:
    return np.arange(np.prod(shape, dtype=int), dtype="int64").reshape(shape)


@EXAMPLES
@given(SHAPES.flatmap(lambda shape: st.tuples(st.just(shape), _indices(shape))))
def test_selects_what_numpy_does(case: tuple[tuple[int, ...], Any]) -> None:
    shape, index = case
    array = _numbered(shape)
    view, expected = tt.from_numpy(array)[index], array[index]
    np.testing.assert_array_equal(TT.array(view), expected)
    if expected.size:
        inner = [(n, s // 8) for n, s in zip(expected.shape, expected.strides, strict=True) if n > 1]
        assert [(n, s) for n, s in zip(view.shape, view.stride(), strict=True) if n > 1] == inner
        assert view.storage_offset() == int(expected.flat[0])


@EXAMPLES
@given(SHAPES.flatmap(lambda shape: st.tuples(st.just(shape), _indices(shape))))
def test_assigns_where_numpy_does(case: tuple[tuple[int, ...], Any]) -> None:
    shape, index = case
    array, tensor = _numbered(shape), tt.from_numpy(_numbered(shape))
    tensor[index] = -1
    array[index] = -1
    np.testing.assert_array_equal(TT.array(tensor), array)
    values = np.asarray(-2 - _numbered(array[index].shape))
    tensor[index] = tt.from_numpy(values)
    array[index] = values
    np.testing.assert_array_equal(TT.array(tensor), array)


@pytest.mark.parametrize("index", [tt.tensor(1), np.int64(1), 1], ids=["0-d", "numpy", "int"])
def test_whatever_is_an_index_selects(index: Any) -> None:
    x = tt.from_numpy(_numbered((3, 2)))
    assert x[index].tolist() == [2, 3]
    assert x[:index].tolist() == [[0, 1]]


def test_bounds_beyond_64_bits_are_clamped() -> None:
    x = tt.tensor([1, 2, 3])
    assert x[-(2**70) : 2**70].tolist() == [1, 2, 3]
    assert x[2**70 :].tolist() == []
    assert x[:: 2**70].tolist() == [1]


def test_iteration_and_len() -> None:
    x = tt.from_numpy(_numbered((3, 2)))
    assert [row.tolist() for row in x] == [[0, 1], [2, 3], [4, 5]] and len(x) == 3
    first, second, third = x
    assert first._base is x and third.tolist() == [4, 5] and second.shape == (2,)


def test_assignment_of_a_row_to_another() -> None:
    x = tt.from_numpy(_numbered((3, 2)))
    x[0] = x[2]
    assert x.tolist() == [[4, 5], [2, 3], [4, 5]]
    x[1] += 10
    assert x[1].tolist() == [12, 13]
