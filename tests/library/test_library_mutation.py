"""Ops that write to arguments and ops that make views, by their schemas' alias marks."""

from typing import Any

import pytest

import tt
from tt.library import Library


def _op(lib: Library, schema: str, kernel: Any) -> Any:
    name = lib.define(schema)
    lib.impl(name, kernel, "CPU")
    return getattr(tt.ops.testlib, name.partition(".")[0])


def _add_to(x: Any, y: Any) -> Any:
    y.add_(x)
    return x * 2


def test_written_argument_gets_a_version_and_a_history(lib: Library) -> None:
    op = _op(lib, "add_to(Tensor x, Tensor(a!) y) -> Tensor", _add_to)
    x, y = tt.ones(2, requires_grad=True), tt.zeros(2)
    result = op(x, y)
    assert y._version == 1
    assert y.tolist() == [1.0, 1.0]
    for made in (result, y):
        assert made.requires_grad
        with pytest.raises(
            NotImplementedError, match="add_to is not implemented\nhint: make an op that returns"
        ):
            made.sum().backward()


def test_written_view_gives_its_base_a_history(lib: Library) -> None:
    op = _op(lib, "add_to(Tensor x, Tensor(a!) y) -> Tensor", _add_to)
    base = tt.zeros(3)
    op(tt.ones(1, requires_grad=True), base[1:2])
    assert base.tolist() == [0.0, 1.0, 0.0]
    assert base.requires_grad
    with pytest.raises(NotImplementedError, match="derivative for testlib::add_to"):
        base.sum().backward()


def test_write_to_a_leaf_that_requires_grad_is_refused_before_it_happens(lib: Library) -> None:
    op = _op(lib, "add_to(Tensor x, Tensor(a!) y) -> Tensor", _add_to)
    y = tt.zeros(1, requires_grad=True)
    with pytest.raises(RuntimeError, match="testlib::add_to: a leaf Variable that requires grad"):
        op(tt.ones(1), y)
    assert y.tolist() == [0.0]
    with tt.no_grad():
        op(tt.ones(1), y)
    assert y.tolist() == [1.0]


def test_overlapping_write_is_refused(lib: Library) -> None:
    op = _op(lib, "add_to(Tensor x, Tensor(a!) y) -> Tensor", _add_to)
    base = tt.zeros(3)
    with pytest.raises(
        RuntimeError, match="some elements of the input tensor and the written-to tensor refer to"
    ):
        op(base[:2], base[1:])
    with pytest.raises(
        RuntimeError, match="more than one element of the written-to tensor refers to a single memory"
    ):
        op(tt.ones(1), tt.zeros(1).expand(3))


def test_saved_tensor_notices_the_write(lib: Library) -> None:
    def clear(x: Any) -> None:
        x.fill_(0)

    op = _op(lib, "clear(Tensor(a!) x) -> ()", clear)
    x = tt.ones(2, requires_grad=True)
    y = x * 1
    z = (y * y).sum()
    op(y.detach())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.backward()


def test_out_overload_writes_to_its_argument(lib: Library) -> None:
    def into(x: Any, *, out: Any) -> Any:
        out.copy_(x * 2)
        return out

    _op(lib, "double(Tensor x) -> Tensor", lambda x: x * 2)
    op = _op(lib, "double.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", into)
    out = tt.empty(2)
    assert op(tt.ones(2), out=out) is out
    assert out.tolist() == [2.0, 2.0]
    assert out._version == 1
    assert op(tt.ones(2)).tolist() == [2.0, 2.0]


def test_result_that_is_marked_as_written_is_the_argument(lib: Library) -> None:
    op = _op(lib, "wrong_(Tensor(a!) x) -> Tensor(a!)", lambda x: x.clone())
    with pytest.raises(RuntimeError, match="must return the argument 'x' itself as the result"):
        op(tt.ones(1))


def test_view_by_its_marks(lib: Library) -> None:
    op = _op(lib, "tail(Tensor(a) x, int start=1) -> Tensor(a)", lambda x, start=1: x[start:])
    base = tt.zeros(3)
    view = op(base)
    assert view._base is base
    x = tt.tensor([5.0], requires_grad=True)
    view[:1].copy_(x)
    assert base.tolist() == [0.0, 5.0, 0.0]
    base.sum().backward()
    assert x.grad.tolist() == [1.0]


def test_view_with_a_formula_is_differentiated(lib: Library) -> None:
    op = _op(lib, "flipped(Tensor(a) x) -> Tensor(a)", lambda x: x.t())
    tt.library.register_derivative("testlib::flipped", x="grad.t()", lib=lib)
    x = tt.ones(2, 3, requires_grad=True)
    y = op(x)
    assert y._base is x
    (y * tt.arange(6.0).view(3, 2)).sum().backward()
    assert x.grad.tolist() == [[0.0, 2.0, 4.0], [1.0, 3.0, 5.0]]
