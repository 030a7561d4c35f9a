"""Which views overlap, by brute force, and which writes are refused for it."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tt
from tt_core import _C

dims_of = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9)), max_size=4)


def _places(dims: list[tuple[int, int]], offset: int = 0) -> list[int]:
    sizes, strides = [size for size, _ in dims], [stride for _, stride in dims]
    return [offset + sum(i * s for i, s in zip(at, strides, strict=True)) for at in np.ndindex(*sizes)]


def _split(dims: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [size for size, _ in dims], [stride for _, stride in dims]


@given(dims_of)
@settings(max_examples=400, deadline=None)
def test_internal_overlap_by_brute_force(dims: list[tuple[int, int]]) -> None:
    overlaps = any(count > 1 for count in Counter(_places(dims)).values())
    assert _C.has_internal_overlap(*_split(dims)) is overlaps


@given(
    dims_of,
    dims_of,
    st.integers(0, 20),
    st.integers(0, 20),
    st.sampled_from([1, 2, 4]),
    st.sampled_from([1, 4]),
)
@settings(max_examples=400, deadline=None)
def test_common_bytes_by_brute_force(
    a: list[tuple[int, int]], b: list[tuple[int, int]], at_a: int, at_b: int, itemsize_a: int, itemsize_b: int
) -> None:
    def touched(dims: list[tuple[int, int]], offset: int, itemsize: int) -> set[int]:
        return {place * itemsize + byte for place in _places(dims, offset) for byte in range(itemsize)}

    common = touched(a, at_a, itemsize_a) & touched(b, at_b, itemsize_b)
    assert _C.have_common_byte(*_split(a), at_a, itemsize_a, *_split(b), at_b, itemsize_b) is bool(common)


def test_overlap_of_views_as_large_as_the_address_space_is_decided() -> None:
    assert not _C.has_internal_overlap([2**20, 2**20, 2**20], [2**40, 2**20, 1])
    assert _C.has_internal_overlap([2**20, 2**20, 2**20], [2**40 - 1, 2**20, 1])
    assert not _C.have_common_byte([2**31], [2**31], 0, 1, [2**31], [2**31], 1, 1)


@pytest.mark.parametrize(("written", "read"), [
    (np.s_[:, :3], np.s_[:, 3:]),
    (np.s_[:, ::2], np.s_[:, 1::2]),
    (np.s_[::2], np.s_[1::2]),
    (np.s_[:2], np.s_[2:]),
    (np.s_[1], np.s_[2]),
])  # fmt: skip
def test_interleaved_views_may_be_written(written: object, read: object) -> None:
    x = tt.tensor(np.arange(24.0).reshape(4, 6))
    expected = np.arange(24.0).reshape(4, 6)
    expected[written] += expected[read]
    x[written].add_(x[read])
    assert x.tolist() == expected.tolist()


@pytest.mark.parametrize(("written", "read"), [(np.s_[1:], np.s_[:-1]), (np.s_[:, :3], np.s_[:, 2:5])])
def test_writes_to_what_is_read_elsewhere_are_refused(written: object, read: object) -> None:
    x = tt.ones(4, 6)
    with pytest.raises(RuntimeError, match="add: unsupported operation: some elements of the input tensor"):
        x[written].add_(x[read])
    with pytest.raises(RuntimeError, match="unsupported operation"):
        x[written] = x[read]
    assert x.tolist() == tt.ones(4, 6).tolist()


def test_writes_through_self_overlap_are_refused() -> None:
    x = tt.ones(3)
    for view in (x[:1].expand(3), x.as_strided((2, 2), (1, 1))):
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
            view.mul_(2)
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
            tt.add(tt.ones(view.shape), 1, out=view)
    # Strides that look suspicious but step over each other.
    tt.ones(9).as_strided((3, 2), (2, 3)).mul_(2)


def test_same_elements_may_be_read_and_written() -> None:
    x = tt.ones(3, 2)
    x.t().add_(x.t())
    tt.mul(x, x, out=x)
    assert x.tolist() == [[4, 4]] * 3


def test_dims_of_size_1_make_no_other_elements() -> None:
    x = tt.arange(3.0)
    assert x.view(1, 3).add_(x).tolist() == [[0, 2, 4]]
    assert x.add_(x.view(3)).tolist() == [0, 4, 8]
    assert x.view(3, 1).mul_(x.view(3, 1, 1)[0:3, 0]).tolist() == [[0], [16], [64]]
    x[0] = x[0:1]
    assert x.tolist() == [0, 16, 64]
    with pytest.raises(RuntimeError, match="single memory location"):
        x.view(1, 3).add_(x[:1])
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        x.view(3, 1).add_(x)
