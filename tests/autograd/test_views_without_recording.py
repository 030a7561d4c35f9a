"""A view made under no_grad has no part in its base's history, so that torch refuses what would need one."""

import pytest

import tt


def scalar(value: float) -> tt.Tensor:
    return tt.tensor(value, requires_grad=True)


def test_view_made_under_no_grad_refuses() -> None:
    b = tt.ones(2)
    with tt.no_grad():
        v = b[0]
    with pytest.raises(
        RuntimeError, match="A view was created in no_grad mode and is being modified inplace"
    ):
        v.mul_(scalar(2.0))
    with tt.no_grad():
        v.mul_(2)
    assert b.tolist() == [2.0, 1.0]


def test_view_of_a_view_made_under_no_grad_refuses() -> None:
    b = tt.ones(2)
    with tt.no_grad():
        v = b[:]
    with pytest.raises(
        RuntimeError, match="A view was created in no_grad mode and is being modified inplace"
    ):
        v[:1].mul_(scalar(2.0))


@pytest.mark.parametrize("write", ["base", "other view"])
def test_view_made_under_no_grad_refuses_to_be_used_once_its_base_has_a_history(write: str) -> None:
    b = tt.ones(2)
    with tt.no_grad():
        v = b[:1]
    assert not (v * 2).requires_grad
    (b if write == "base" else b[:]).mul_(scalar(2.0))
    message = "A view was created in no_grad mode and its base or another view of its base has been modified"
    with pytest.raises(RuntimeError, match=f"^mul: {message}"):
        v * 2
    with pytest.raises(RuntimeError, match=message):
        _ = v.grad_fn
    with tt.no_grad():
        assert (v * 2).tolist() == [4.0]
    assert v.detach().tolist() == [2.0]


def test_view_of_a_view_made_under_no_grad_says_which_it_is() -> None:
    b = tt.ones(3, requires_grad=True)
    with tt.no_grad():
        parent = b[1:]
    v = parent[:1]
    what = "Output 0 of SliceBackward0 is a view of a view which was created in no_grad mode"
    with pytest.raises(RuntimeError, match=f"mul: {what} and is being modified inplace"):
        v.mul_(2)
    with tt.no_grad():
        b.add_(1)
    with pytest.raises(RuntimeError, match=f"{what} and its base or another view of its base has been"):
        v * 2


def test_view_made_under_no_grad_of_a_leaf_is_used_while_nobody_writes() -> None:
    b = tt.ones(3, requires_grad=True)
    with tt.no_grad():
        v = b[1:]
    (v * 2).sum().backward()
    assert b.grad is None
    assert v.grad is None
