"""Hooks see gradients once, in order, and may replace them."""

from collections.abc import Callable

import pytest

import tt


def test_hook_of_a_leaf_runs_before_accumulation() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    seen = []

    def hook(gradient: tt.Tensor) -> None:
        seen.append((gradient.tolist(), x.grad))

    x.register_hook(hook)
    (x * 3).sum().backward()
    assert seen == [([3.0], None)]
    assert x.grad.tolist() == [3.0]


def test_hook_sees_the_whole_gradient_once() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = x * 2
    seen = []
    y.register_hook(lambda gradient: seen.append(gradient.tolist()))
    (y * 3 + y * 4).sum().backward()
    assert seen == [[7.0]]


def test_returned_tensor_replaces_the_gradient() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = x * 2
    y.register_hook(lambda gradient: gradient * 10)
    y.register_hook(lambda gradient: gradient + 1)
    y.sum().backward()
    assert x.grad.tolist() == [22.0]


def test_wrong_result_of_a_hook() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    x.register_hook(lambda gradient: 3)
    with pytest.raises(TypeError, match="expected a hook to return a Tensor or None, got int"):
        (x * 1).sum().backward()


def test_remove() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    calls = []
    handle = x.register_hook(calls.append)
    with x.register_hook(calls.append):
        (x * 1).sum().backward()
    handle.remove()
    handle.remove()
    (x * 1).sum().backward()
    assert len(calls) == 2


def test_hook_that_removes_itself() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    calls = []

    def once(gradient: tt.Tensor) -> None:
        calls.append(gradient)
        handle.remove()

    handle = x.register_hook(once)
    for _ in range(2):
        (x * 1).sum().backward()
    assert len(calls) == 1


def test_hook_registered_while_a_graph_is_there() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = (x * 2).sum()
    calls = []
    x.register_hook(calls.append)
    y.backward()
    assert len(calls) == 1


def test_exception_of_a_hook_reaches_the_caller() -> None:
    x = tt.tensor([1.0], requires_grad=True)

    def hook(gradient: tt.Tensor) -> None:
        raise KeyError("from the hook")

    x.register_hook(hook)
    with pytest.raises(KeyError, match="from the hook"):
        (x * 1).sum().backward()


def test_no_hook_without_requires_grad() -> None:
    with pytest.raises(
        RuntimeError, match="cannot register a hook on a tensor that doesn't require gradient"
    ):
        tt.ones(1).register_hook(print)


def test_retain_grad() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = x * 2
    y.retain_grad()
    y.retain_grad()
    assert y.retains_grad
    (y * y).sum().backward()
    assert y.grad.tolist() == [4.0]
    assert x.grad.tolist() == [8.0]


def test_retained_gradient_is_after_the_hooks() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = x * 2
    y.retain_grad()
    y.register_hook(lambda gradient: gradient * 5)
    y.sum().backward()
    assert y.grad.tolist() == [5.0]


def test_retain_grad_follows_a_write() -> None:
    y = tt.tensor([1.0], requires_grad=True) * 2
    y.retain_grad()
    y.mul_(3)
    (y * 4).sum().backward()
    assert y.grad.tolist() == [4.0]


def test_retaining_tensor_may_die_before_backward() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    y = x * 2
    y.retain_grad()
    z = y.sum()
    del y
    z.backward()
    assert x.grad.tolist() == [2.0]


def test_retain_grad_on_a_leaf_does_nothing() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    x.retain_grad()
    assert not x.retains_grad
    with pytest.raises(RuntimeError, match="can't retain_grad on Tensor that has requires_grad=False"):
        tt.ones(1).retain_grad()


def test_node_hooks() -> None:
    x = tt.tensor([2.0], requires_grad=True)
    y = x * x
    seen = []

    def after(of_inputs: tuple[tt.Tensor, ...], of_outputs: tuple[tt.Tensor, ...]) -> tuple[tt.Tensor, ...]:
        seen.append(([g.tolist() for g in of_inputs], [g.tolist() for g in of_outputs]))
        return tuple(g * 10 for g in of_inputs)

    y.grad_fn.register_prehook(lambda grads: (grads[0] * 3,))
    y.grad_fn.register_hook(after)
    y.sum().backward()
    assert seen == [([[6.0], [6.0]], [[3.0]])]
    assert x.grad.tolist() == [120.0]


def test_node_hook_with_the_wrong_number_of_gradients() -> None:
    y = tt.tensor([2.0], requires_grad=True) * 2
    y.grad_fn.register_hook(lambda of_inputs, of_outputs: (None,) * 5)
    with pytest.raises(RuntimeError, match=r"incorrect number of values \(got 5, but expected 2\)"):
        y.sum().backward()


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (lambda: tt.ones(2, 3), r"has changed the size of value \(was \[3\], got \[2, 3\]\)"),
        (lambda: tt.ones(1), r"has changed the size of value \(was \[3\], got \[1\]\)"),
        (lambda: tt.ones(3, dtype=tt.float64), r"has changed the type of value \(was float32, got float64\)"),
    ],
)
@pytest.mark.parametrize("is_leaf", [True, False])
def test_hook_may_not_change_what_a_gradient_looks_like(
    returned: Callable[[], tt.Tensor], message: str, is_leaf: bool
) -> None:
    x = tt.ones(3, requires_grad=True)
    y = x * 2

    def wrong(gradient: tt.Tensor) -> tt.Tensor:
        return returned()

    (x if is_leaf else y).register_hook(wrong)
    with pytest.raises(RuntimeError, match=f"hook 'wrong' {message}"):
        y.sum().backward()
    assert x.grad is None


def test_node_hook_may_not_change_the_size() -> None:
    y = tt.ones(3, requires_grad=True) * 2
    y.grad_fn.register_prehook(lambda grads: (tt.ones(1),))
    with pytest.raises(RuntimeError, match="hook '<lambda>' has changed the size of value"):
        y.sum().backward()
