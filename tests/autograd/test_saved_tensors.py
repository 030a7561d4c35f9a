"""What a node saved is what it gets: overwritten and freed values are noticed, never used."""

import re

import pytest

import tt


def test_saved_input_modified() -> None:
    w = tt.tensor([1.0, 2.0, 3.0], requires_grad=True)
    a = w * 2
    b = a * a
    a.add_(1)
    message = (
        "mul: one of the variables needed for gradient computation has been modified by an inplace "
        "operation: [tt.FloatTensor [3]], which is output 0 of AddBackward0, is at version 1; "
        "expected version 0 instead."
    )
    with pytest.raises(RuntimeError, match=re.escape(message)):
        b.sum().backward()


def test_saved_result_modified() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = x.exp()
    y.add_(1)
    message = "[tt.FloatTensor [1]], which is output 0 of ExpBackward0, is at version 1; expected version 0"
    with pytest.raises(RuntimeError, match=re.escape(message)):
        y.sum().backward()


def test_saved_leaf_modified_under_no_grad() -> None:
    x = tt.tensor([2.0], requires_grad=True)
    y = x * x
    with tt.no_grad():
        x.mul_(3)
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        y.backward(tt.ones(1))


def test_change_through_detached_tensor_is_noticed() -> None:
    x = tt.tensor([2.0], requires_grad=True)
    y = x * x
    x.detach().fill_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward(tt.ones(1))


def test_change_through_a_view_is_noticed() -> None:
    x = tt.tensor([2.0, 3.0], requires_grad=True) * 1
    y = x * x
    x[0].fill_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_message_names_the_saving_node_and_a_way_out() -> None:
    x = tt.tensor([2.0], requires_grad=True) * 1
    y = x * x
    x.zero_()
    with pytest.raises(RuntimeError, match=r"MulBackward0 saved it as 'other'.\nhint: clone\(\) the tensor"):
        y.backward(tt.ones(1))


def test_change_that_no_formula_needs_is_fine() -> None:
    x = tt.tensor([2.0], requires_grad=True) * 1
    leaf = tt.tensor([5.0], requires_grad=True)
    y = x + leaf
    x.mul_(3)
    y.backward(tt.ones(1))
    assert leaf.grad.item() == 1.0


def test_only_what_is_needed_is_saved() -> None:
    w, constant = tt.tensor([2.0], requires_grad=True), tt.tensor([3.0])
    y = w * constant
    assert y.grad_fn._saved_other is constant
    with pytest.raises(AttributeError):
        y.grad_fn._saved_self  # noqa: B018  only the formula of `other` names it
    w.detach().fill_(5)
    y.backward(tt.ones(1))
    assert w.grad.item() == 3.0


def test_shape_facts_are_not_spoilt_by_a_write() -> None:
    x = tt.tensor([[1.0, 2.0]], requires_grad=True) * 1
    y = x.sum()
    x.zero_()
    y.backward()


def test_inplace_op_saves_what_it_overwrites() -> None:
    x = tt.tensor([2.0], requires_grad=True)
    w = tt.tensor([3.0], requires_grad=True)
    y = x * 1
    y.mul_(w)
    y.backward(tt.ones(1))
    assert x.grad.item() == 3.0
    assert w.grad.item() == 2.0


def test_multiplying_a_tensor_with_itself_in_place() -> None:
    # `other` is the same tensor, and what it held is gone.
    a = tt.tensor([2.0], requires_grad=True) * 1
    a.mul_(a)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        a.backward(tt.ones(1))


def test_inplace_exp_uses_its_result() -> None:
    x = tt.tensor([0.0, 1.0], requires_grad=True)
    y = x * 1
    y.exp_()
    y.sum().backward()
    assert x.grad.tolist() == x.exp().tolist()


def test_second_backward_needs_retain_graph() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.item() == 4.0
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        y.backward()


def test_second_backward_through_what_saved_nothing() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = (x + x).sum()
    y.backward()
    y.backward()
    assert x.grad.item() == 4.0


def test_values_are_freed_on_the_way() -> None:
    import weakref

    x = tt.tensor([1.0], requires_grad=True)
    middle = x.exp()
    saved = weakref.ref(middle)
    y = (middle * middle).sum()
    del middle
    assert saved() is not None
    y.backward()
    assert saved() is None


def test_freed_values_cannot_be_looked_at() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = x * x
    node = y.grad_fn
    assert node._saved_self is x
    y.backward(tt.ones(1))
    with pytest.raises(
        RuntimeError, match="directly access saved tensors after they have already been freed"
    ):
        node._saved_self  # noqa: B018  reading is the point
