"""A view shares memory: writes are seen on both sides, versions count together, and the base is known."""

from typing import Any

import numpy as np
import pytest

import tt
from samples import of
from samples.dtypes import ALL
from subject import TT, called, every_op, every_op_and_dtype

VIEWS = every_op(lambda subject: subject.entry.view)
RECORDED = every_op(lambda subject: subject.entry.view and subject.entry.qualified != "detach")
DTYPES = every_op_and_dtype(lambda subject: subject.entry.view)


def _pairs(op: str, dtype: str = "float32") -> list[tuple[Any, Any, str]]:
    """For each sample the viewed tensor, the view, and what to call it in a message."""
    made = []
    for sample in of(op).cases:
        args, kwargs = TT.realise(sample, dtype)
        made.append((args[0], TT.callable(of(op).entry)(*args, **kwargs), f"{op}{sample}"))
    return made


@pytest.mark.parametrize("op", VIEWS)
def test_storage_is_shared(op: str) -> None:
    for base, view, what in _pairs(op):
        assert view is not base, what
        assert view._storage_ptr() == base._storage_ptr(), what
        assert view.dtype == base.dtype and view.device == base.device, what


@pytest.mark.parametrize(("op", "dtype"), DTYPES)
def test_writes_are_seen_on_both_sides(op: str, dtype: str) -> None:
    for base, view, what in _pairs(op, dtype):
        base.fill_(1)
        if view.numel():
            assert (TT.array(view) == 1).all(), what
        base.zero_()
        if view.numel() == 0:
            continue
        at = (0,) * view.ndim
        view[at] = 1
        assert TT.array(base).astype(bool).sum() == 1, f"{what}: one element of the base was to change"
        assert TT.array(view)[at] == 1, what


@pytest.mark.parametrize("op", RECORDED)
def test_base(op: str) -> None:
    for base, view, what in _pairs(op):
        assert view._base is base and view._is_view(), what
        assert base._base is None and not base._is_view(), what
        assert view[...]._base is base, f"{what}: the base of a view of a view is the first tensor"


@pytest.mark.parametrize("op", VIEWS)
def test_versions_count_together(op: str) -> None:
    for base, view, what in _pairs(op):
        assert base._version == view._version == 0, what
        base.zero_()
        assert base._version == view._version == 1, what
        if view.numel() and view.stride() and 0 in view.stride():
            continue  # repeated elements are not written to
        if op == "as_strided":
            continue  # may overlap
        view.zero_()
        assert base._version == view._version == 2, what


@pytest.mark.parametrize("op", VIEWS)
def test_view_keeps_the_memory_alive(op: str) -> None:
    for sample in of(op).cases:
        expected = TT.array(called(op, sample, "float32"))
        view = called(op, sample, "float32")  # the viewed tensor is gone
        rubbish = [tt.full((max(view.numel(), 1),), 99.0) for _ in range(20)]
        np.testing.assert_array_equal(TT.array(view), expected)
        assert len(rubbish) == 20


@pytest.mark.parametrize("op", VIEWS)
def test_no_view_leaves_its_storage(op: str) -> None:
    for base, view, what in _pairs(op):
        if view.numel() == 0:
            continue
        last = view.storage_offset() + sum(
            (n - 1) * s for n, s in zip(view.shape, view.stride(), strict=True)
        )
        assert (last + 1) * view.element_size() <= base._storage_bytes(), what


def test_detach_is_nobodys_view() -> None:
    x = tt.ones(3, requires_grad=True)
    y = (x * 2).detach()
    assert y._base is None and not y.requires_grad
    y.zero_()
    assert y._version == 1


def test_view_of_any_strides_that_allow_it() -> None:
    x = tt.zeros(4, 6, 2)
    assert x[:, 1:3].view(4, 4).stride() == (12, 1)
    assert x[::2].view(2, 12).stride() == (24, 1)
    assert x.transpose(0, 1).view(6, 2, 2, 2).stride() == (2, 24, 12, 1)
    assert x[:, :, :1].view(24).stride() == (2,)
    with pytest.raises(RuntimeError, match=r"hint: use \.reshape"):
        x.transpose(0, 1).view(24, 2)
    with pytest.raises(RuntimeError, match=r"hint: use \.reshape"):
        x[:, 1:3].view(16)


def test_reshape_copies_only_where_it_must() -> None:
    x = tt.zeros(4, 6)
    assert x.reshape(24)._base is x
    copy = x.t().reshape(24)
    assert copy._storage_ptr() != x._storage_ptr()
    assert x.t().contiguous()._storage_ptr() != x._storage_ptr() and x.contiguous() is x


def test_subscripts_are_views() -> None:
    x = tt.zeros(3, 4)
    for index in (0, slice(1, 3), (slice(None), 1), None, ..., (), (0, 0), (..., None, slice(None, None, 2))):
        assert x[index]._base is x, index
    assert x[:] is not x


@pytest.mark.parametrize("dtype", [pytest.param(each, id=f"copy_-{each}") for each in ALL])
def test_assignment_writes_through(dtype: str) -> None:
    x = TT.tensor(np.zeros((3, 4)), dtype)
    expected = np.zeros((3, 4))
    x[1] = 1
    expected[1] = 1
    x[:, 2] = TT.tensor(np.array([1, 0, 1]), dtype)
    expected[:, 2] = [1, 0, 1]
    x[::2, 1:3] = TT.tensor(np.array([[1], [0]]), dtype)
    expected[::2, 1:3] = [[1], [0]]
    np.testing.assert_array_equal(TT.array(x), expected)
    assert x._version == 3


def test_transposed_properties() -> None:
    x = tt.zeros(2, 3, 4)
    assert x.T.shape == (4, 3, 2) and x.mT.shape == (2, 4, 3)
    assert x.T._base is x and x.mT._base is x


def test_size_of_a_resized_out_is_seen_at_once() -> None:
    out = tt.empty(0)
    assert out.shape == (0,)
    tt.add(tt.ones(2, 3), 1, out=out)
    assert out.shape == (2, 3) and out.numel() == 6 and len(out) == 2
