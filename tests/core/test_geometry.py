"""Sizes and strides as numbers, against NumPy and by brute force: counts, -1, views, bounds."""

from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tt_core import _C

INT64_MAX = 2**63 - 1
sizes_of = st.lists(st.integers(0, 4), max_size=4)


@given(st.lists(st.integers(0, 2**63 - 1) | st.integers(0, 5), max_size=5), st.sampled_from([1, 2, 4, 8, 16]))
@settings(max_examples=150, deadline=None)
def test_numel_counts_or_says_that_it_overflows(sizes: list[int], itemsize: int) -> None:
    # Zeros do not hide an overflow: strides are products of the other sizes.
    if prod(size or 1 for size in sizes) * itemsize > INT64_MAX:
        with pytest.raises(RuntimeError, match="overflows: its elements cannot be counted in 64 bits"):
            _C.checked_numel(sizes, itemsize)
    else:
        assert _C.checked_numel(sizes, itemsize) == prod(sizes)


def test_numel_refuses_negative_sizes_and_too_many_dims() -> None:
    with pytest.raises(RuntimeError, match=r"expected sizes of at least 0, got \[2, -1\]"):
        _C.checked_numel([2, -1], 4)
    with pytest.raises(RuntimeError, match="at most 64 dims, got 65"):
        _C.checked_numel([1] * 65, 4)
    assert _C.checked_numel([1] * 64, 4) == 1


@given(sizes_of, sizes_of.flatmap(lambda sizes: st.permutations([*sizes, -1])))
@settings(max_examples=200, deadline=None)
def test_infer_size_as_numpy(sizes: list[int], target: list[int]) -> None:
    try:
        expected = np.empty(sizes).reshape(target).shape
    except ValueError:
        with pytest.raises(RuntimeError, match=r"invalid for input of size|-1 can be any value"):
            _C.infer_size(target, prod(sizes))
    else:
        assert _C.infer_size(target, prod(sizes)) == expected


@pytest.mark.parametrize(
    ("target", "numel", "message"),
    [
        ([-1, -1], 4, "only one dimension can be inferred"),
        ([-2, 2], 4, "invalid shape dimension -2"),
        ([0, -1], 0, "-1 can be any value and is ambiguous"),
        ([2**62, 2**62, -1], 4, "is invalid for input of size 4"),
        ([2**32, 2**32], 0, "is invalid for input of size 0"),
        ([3], 4, r"shape '\[3\]' is invalid for input of size 4"),
    ],
)
def test_infer_size_refuses(target: list[int], numel: int, message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        _C.infer_size(target, numel)


@st.composite
def strided_arrays(draw: st.DrawFn) -> np.ndarray:
    """A small array, sliced, permuted and with dims of size 1 put in."""
    shape = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    array = np.arange(prod(shape)).reshape(shape)
    array = array[tuple(slice(None, None, draw(st.integers(1, 2))) for _ in shape)]
    array = array.transpose(draw(st.permutations(range(array.ndim))))
    if draw(st.booleans()):
        array = np.expand_dims(array, draw(st.integers(0, array.ndim)))
    if draw(st.booleans()) and array.size:
        array = np.broadcast_to(array, (draw(st.integers(1, 3)), *array.shape))
    return array


@st.composite
def shapes_of_product(draw: st.DrawFn, product: int) -> list[int]:
    shape = []
    while product > 1:
        factor = draw(st.sampled_from([f for f in range(2, product + 1) if product % f == 0]))
        shape.append(factor)
        product //= factor
    for _ in range(draw(st.integers(0, 2))):
        shape.insert(draw(st.integers(0, len(shape))), 1)
    return shape


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_view_strides_as_numpy_views(data: st.DataObject) -> None:
    array = data.draw(strided_arrays())
    target = data.draw(shapes_of_product(array.size))
    strides = [stride // array.itemsize for stride in array.strides]
    found = _C.view_strides(list(array.shape), strides, target)
    try:
        view = array.view()
        view.shape = target
    except AttributeError:  # NumPy: a copy would be needed
        assert found is None
        return
    assert found is not None
    # Strides of dims of size 1 are free; the elements are what counts.
    mine = np.lib.stride_tricks.as_strided(array, target, [stride * array.itemsize for stride in found])
    assert mine.tolist() == view.tolist()


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5)), max_size=3),
    st.integers(0, 6),
    st.integers(0, 12),
)
@settings(max_examples=300, deadline=None)
def test_check_in_storage_by_brute_force(dims: list[tuple[int, int]], offset: int, elements: int) -> None:
    sizes, strides = [size for size, _ in dims], [stride for _, stride in dims]
    places = [offset + sum(i * s for i, s in zip(at, strides, strict=True)) for at in np.ndindex(*sizes)]
    if all(place < elements for place in places):
        _C.check_in_storage(sizes, strides, offset, 4, 4 * elements)
    else:
        with pytest.raises(RuntimeError, match=f"need a storage of {4 * max(places) + 4} bytes, but it has"):
            _C.check_in_storage(sizes, strides, offset, 4, 4 * elements)


@pytest.mark.parametrize(
    ("sizes", "strides", "offset", "message"),
    [
        ([2], [-1], 3, "negative strides are not supported"),
        ([0, 2], [1, -5], 0, "negative strides are not supported"),
        ([2], [1], -1, "storage offset of at least 0, got -1"),
        ([2], [2**62], 0, "overflow 64 bits"),
        ([1], [2**62], 0, "overflow 64 bits"),
        ([0], [1], 2**62, "overflow 64 bits"),
        ([2**40, 2**40], [2**40, 1], 0, "overflow 64 bits"),
        ([1], [1], 2**63 - 1, "overflow 64 bits"),
    ],
)
def test_check_in_storage_refuses(sizes: list[int], strides: list[int], offset: int, message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        _C.check_in_storage(sizes, strides, offset, 4, 2**40)
