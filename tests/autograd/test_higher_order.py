"""Gradients are results like others: with create_graph they are recorded, and derived again."""

import tt
from tt.autograd import grad


def test_derivatives_of_a_power() -> None:
    x = tt.tensor(2.0, dtype=tt.float64, requires_grad=True)
    y = x * x * x * x
    for expected in (32.0, 48.0, 48.0, 24.0):
        (y,) = grad(y, x, create_graph=True)
        assert y.item() == expected


def test_create_graph_keeps_the_graph() -> None:
    x = tt.tensor([1.0, 2.0], requires_grad=True)
    y = (x * x * x).sum()
    y.backward(create_graph=True)
    first = x.grad
    assert first.requires_grad
    x.grad = None
    first.sum().backward()
    assert x.grad.tolist() == [6.0, 12.0]


def test_without_create_graph_gradients_are_constants() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    (x * x).sum().backward()
    assert not x.grad.requires_grad
    (g,) = grad((x * x).sum(), x)
    assert not g.requires_grad


def test_accumulation_out_of_place_while_recording() -> None:
    x = tt.tensor([1.0], requires_grad=True)
    (x * x).sum().backward(create_graph=True)
    before = x.grad
    (x * x).sum().backward(create_graph=True)
    assert before.tolist() == [2.0]
    assert x.grad is not before
    assert x.grad.tolist() == [4.0]


def test_result_saved_by_a_node_has_a_history_in_second_order() -> None:
    x = tt.tensor([0.5], dtype=tt.float64, requires_grad=True)
    (first,) = grad(x.exp().sum(), x, create_graph=True)
    (second,) = grad(first.sum(), x)
    assert second.tolist() == x.exp().tolist()


def test_gradient_penalty() -> None:
    x = tt.tensor([[1.0, 2.0]], requires_grad=True)
    w = tt.tensor([[3.0], [4.0]], requires_grad=True)
    (g,) = grad((x @ w).sum(), x, create_graph=True)
    (g * g).sum().backward()
    assert w.grad.tolist() == [[6.0], [8.0]]
    assert x.grad is None


def test_mixed_real_and_complex() -> None:
    def function(x: tt.Tensor, z: tt.Tensor) -> tt.Tensor:
        return x * z * z + x

    x = tt.tensor([0.5, -1.0], dtype=tt.float64, requires_grad=True)
    z = tt.tensor([1 + 2j, 0.5j], dtype=tt.complex128, requires_grad=True)
    assert tt.autograd.gradcheck(function, (x, z))
    assert tt.autograd.gradgradcheck(function, (x, z))


def test_backward_inside_a_hook() -> None:
    x = tt.tensor(3.0, requires_grad=True)
    inner = tt.tensor(2.0, requires_grad=True)

    def hook(gradient: tt.Tensor) -> None:
        with tt.enable_grad():
            (inner * inner * inner).backward()

    y = x * x
    y.register_hook(hook)
    (y * y).backward()
    assert x.grad.item() == 4 * 27.0
    assert inner.grad.item() == 12.0


def test_backward_over_the_same_graph_inside_a_hook() -> None:
    # The inner run meets nodes that the outer one is in the middle of.
    x = tt.tensor(3.0, requires_grad=True)
    middle = x * x
    y = middle * middle
    found: list[float] = []
    running = []

    def hook(gradient: tt.Tensor) -> None:
        if not running:
            running.append(True)
            found.append(grad(y, x, retain_graph=True)[0].item())

    middle.register_hook(hook)
    y.backward(retain_graph=True)
    assert found == [108.0]
    assert x.grad.item() == 108.0
