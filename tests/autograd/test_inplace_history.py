"""A write is part of the history of all that sees it: the tensor, its base, and every view of that."""

import math

import pytest

import tt


def scalar(value: float) -> tt.Tensor:
    return tt.tensor(value, requires_grad=True)


def test_write_to_a_view_gives_the_base_a_history() -> None:
    w = scalar(3.0)
    b = tt.tensor([1.0, 2.0, 4.0])
    v = b[0]
    v.mul_(w)
    assert b.requires_grad
    assert v.requires_grad
    assert b.grad_fn.name() == "CopySlices"
    (b * tt.tensor([1.0, 10.0, 100.0])).sum().backward()
    assert w.grad.item() == 1.0


def test_view_made_before_sees_the_write() -> None:
    w = scalar(3.0)
    b = tt.tensor([1.0, 2.0])
    u = b[1]
    assert not u.requires_grad
    b.mul_(w)
    assert u.requires_grad
    assert u.grad_fn.name() == "SelectBackward0"
    u.backward()
    assert w.grad.item() == 2.0


def test_neighbouring_view_gets_nothing_from_the_write() -> None:
    w = scalar(3.0)
    b = tt.tensor([1.0, 2.0])
    u = b[1]
    b[0].mul_(w)
    (u * 5).backward()
    assert w.grad.item() == 0.0


def test_overlapping_views() -> None:
    w = scalar(2.0)
    b = tt.tensor([1.0, 2.0, 3.0])
    front, back = b[:2], b[1:]
    front.mul_(w)
    back.mul_(w)
    b.sum().backward()  # w + 2 w^2 + 3 w
    assert w.grad.item() == 1 + 2 * 2 * 2.0 + 3


def test_view_of_a_view() -> None:
    w = scalar(5.0)
    b = tt.ones(2, 3)
    b.t()[1:].select(1, 0).mul_(w)
    b.sum().backward()
    assert w.grad.item() == 2.0


def test_overwritten_part_sends_nothing_back() -> None:
    x = tt.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2
    y[1].zero_()
    y[2].fill_(7)
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 0.0, 0.0]


def test_copy_into_a_view() -> None:
    x, s = tt.tensor([1.0, 2.0, 3.0], requires_grad=True), tt.tensor([4.0, 5.0], requires_grad=True)
    y = x * 2
    y[1:].copy_(s)
    (y * tt.tensor([1.0, 10.0, 100.0])).sum().backward()
    assert x.grad.tolist() == [2.0, 0.0, 0.0]
    assert s.grad.tolist() == [10.0, 100.0]


def test_setitem() -> None:
    x, s = tt.tensor([1.0, 2.0, 3.0], requires_grad=True), tt.tensor([5.0], requires_grad=True)
    y = x * 1
    y[0:2] = s
    y.sum().backward()
    assert x.grad.tolist() == [0.0, 0.0, 1.0]
    assert s.grad.tolist() == [2.0]


def test_write_to_base_and_then_to_view() -> None:
    w = scalar(2.0)
    b = tt.tensor([1.0, 3.0])
    v = b[1]
    b.mul_(w)
    v.mul_(w)
    b.sum().backward()  # w + 3 w^2
    assert w.grad.item() == 1 + 3 * 2 * 2.0


def test_inplace_on_a_recorded_result() -> None:
    x = tt.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    y.add_(1).mul_(3)
    assert y.grad_fn.name() == "MulBackward0"
    y.sum().backward()
    assert x.grad.tolist() == [6.0, 6.0]


def test_base_that_requires_grad_after_the_view_was_made() -> None:
    b = tt.zeros(3)
    u = b[1]
    b.requires_grad_()
    assert u.requires_grad
    (u * 3).backward()
    assert b.grad.tolist() == [0.0, 3.0, 0.0]


def test_write_under_no_grad_leaves_history_alone() -> None:
    x = tt.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    v = y[0]
    with tt.no_grad():
        y.fill_(9)
    assert v.grad_fn is not None
    v.backward()
    assert x.grad.tolist() == [2.0, 0.0]


def test_leaf_updated_under_no_grad_stays_a_leaf() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    with tt.no_grad():
        x.add_(1)
    assert x.is_leaf
    assert x.grad_fn is None
    assert x.item() == 2.0


def test_detached_view_is_nobodys_view() -> None:
    b = tt.zeros(2)
    d = b.detach()
    d.mul_(scalar(2.0))
    assert d.requires_grad
    assert not b.requires_grad


def test_second_derivative_through_a_write_to_a_view() -> None:
    def function(x: tt.Tensor, w: tt.Tensor) -> tt.Tensor:
        y = x.clone()
        y[0].mul_(w)
        y.t()[1:].mul_(w[0])
        y[:, 1].exp_()
        return y * y

    x = tt.tensor([[0.1, 0.2], [0.3, -0.4]], dtype=tt.float64, requires_grad=True)
    w = tt.tensor([1.5, -0.5], dtype=tt.float64, requires_grad=True)
    assert tt.autograd.gradcheck(function, (x, w))
    assert tt.autograd.gradgradcheck(function, (x, w))


def test_leaf_refuses() -> None:
    x = tt.ones(2, requires_grad=True)
    with pytest.raises(
        RuntimeError, match="add: a leaf Variable that requires grad is being used in an in-place operation"
    ):
        x.add_(1)
    assert x.tolist() == [1.0, 1.0]


def test_view_of_leaf_refuses() -> None:
    x = tt.ones(2, requires_grad=True)
    with pytest.raises(
        RuntimeError, match="a view of a leaf Variable that requires grad is being used in an in-place"
    ):
        x[0].add_(1)
    assert x.tolist() == [1.0, 1.0]


def test_out_refuses() -> None:
    x = tt.ones(2, requires_grad=True)
    message = "add: functions with out=... arguments don't support automatic differentiation"
    with pytest.raises(RuntimeError, match=message):
        tt.add(x, x, out=tt.zeros(2))
    with pytest.raises(RuntimeError, match=message):
        tt.add(tt.ones(2), 1, out=x)
    with tt.no_grad():
        tt.add(x, x, out=tt.zeros(2))


def test_second_derivative_frees_a_saved_result_of_a_write_to_a_view_once() -> None:
    x = tt.tensor([0.5, -0.25], dtype=tt.float64, requires_grad=True)
    y = x * 1
    y[:1].exp_()
    (first,) = tt.autograd.grad((y * y).sum(), x, create_graph=True)
    (second,) = tt.autograd.grad(first.sum(), x)
    assert second.tolist() == pytest.approx([4 * math.exp(1.0), 2.0])


def test_history_of_a_view_ends_with_that_of_its_detached_base() -> None:
    b = tt.zeros(2)
    v = b[:]
    v.add_(tt.ones(2, requires_grad=True))
    assert v.grad_fn is not None
    b.detach_()
    b.mul_(3)
    assert v.tolist() == [3.0, 3.0]
    assert v.grad_fn is None
    assert not v.requires_grad


def test_history_that_leads_to_a_view_stays_when_its_base_is_written_to() -> None:
    b = tt.zeros(2)
    leaf = b[:].requires_grad_()
    v = leaf[0]
    with tt.no_grad():
        b.add_(1)
    v.backward()
    assert leaf.grad.tolist() == [1.0, 0.0]
