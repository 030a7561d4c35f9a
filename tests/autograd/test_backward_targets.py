"""Where gradients are sent: autograd.grad, backward(inputs=), and what is not on the way."""

import pytest

import tt
from tt.autograd import backward, grad


def test_grad_of_leaf_and_middle() -> None:
    x = tt.tensor(3.0, requires_grad=True)
    y = x * x
    z = y * y
    by_y, by_x = grad(z, [y, x])
    assert by_y.item() == 18.0
    assert by_x.item() == 108.0
    assert x.grad is None


def test_what_does_not_lead_to_an_input_is_not_run() -> None:
    x, other = tt.tensor(3.0, requires_grad=True), tt.tensor(2.0, requires_grad=True)
    calls = []
    side = other * other
    side.register_hook(calls.append)
    grad(x * x + side, x)
    assert calls == []
    assert other.grad is None


def test_formula_of_an_unwanted_input_is_not_called() -> None:
    x, w = tt.tensor([1.0], requires_grad=True), tt.tensor([2.0], requires_grad=True)
    y = x * w
    seen = []
    y.grad_fn.register_hook(lambda of_inputs, of_outputs: seen.append([g is None for g in of_inputs]))
    grad(y.sum(), x)
    assert seen == [[False, True]]


def test_same_input_twice() -> None:
    x = tt.tensor(3.0, requires_grad=True)
    a, b = grad(x * x, [x, x])
    assert a.item() == b.item() == 6.0


def test_output_is_input() -> None:
    x = tt.tensor(3.0, requires_grad=True)
    (g,) = grad(x, x)
    assert g.item() == 1.0
    y = x * 2
    (g,) = grad(y, y)
    assert g.item() == 1.0


def test_several_outputs_with_weights() -> None:
    x = tt.tensor([1.0, 2.0], requires_grad=True)
    (g,) = grad([x * x, x * 3], [x], [tt.ones(2), tt.tensor([10.0, 20.0])])
    assert g.tolist() == [32.0, 64.0]


def test_unused_input() -> None:
    x, other = tt.tensor(3.0, requires_grad=True), tt.tensor([2.0], requires_grad=True)
    y = x * x
    with pytest.raises(
        RuntimeError, match="The differentiated Tensor at index 1 appears to not have been used in the graph"
    ):
        grad(y, [x, other], retain_graph=True)
    assert grad(y, [x, other], allow_unused=True, retain_graph=True)[1] is None
    assert grad(y, [x, other], materialize_grads=True)[1].tolist() == [0.0]


def test_backward_into_named_inputs_only() -> None:
    x, w = tt.tensor(3.0, requires_grad=True), tt.tensor(2.0, requires_grad=True)
    (x * w).backward(inputs=[w])
    assert x.grad is None
    assert w.grad.item() == 3.0


def test_backward_into_a_tensor_that_is_no_leaf() -> None:
    x = tt.tensor(3.0, requires_grad=True)
    y = x * 2
    (y * y).backward(inputs=y)
    assert y.grad.item() == 12.0
    assert x.grad is None


def test_hook_of_an_input_runs_in_grad_too() -> None:
    x = tt.tensor(3.0, requires_grad=True)
    x.register_hook(lambda gradient: gradient * 10)
    (g,) = grad(x * x, x)
    assert g.item() == 60.0


def test_backward_of_several_tensors() -> None:
    x = tt.tensor([1.0, 2.0], requires_grad=True)
    backward([(x * x).sum(), x * 3], [None, tt.tensor([1.0, 0.0])])
    assert x.grad.tolist() == [5.0, 4.0]


def test_backward_of_a_leaf() -> None:
    x = tt.tensor(3.0, requires_grad=True)
    x.backward()
    assert x.grad.item() == 1.0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda x: (x * x).backward(),
            RuntimeError,
            r"grad can be implicitly created only for scalar outputs, got shape \[2\]",
        ),
        (
            lambda x: (x * 1j).sum().backward(),
            RuntimeError,
            "only for real scalar outputs but got tt.complex64",
        ),
        (
            lambda x: tt.ones(1).backward(),
            RuntimeError,
            "element 0 of tensors does not require grad and does not have a grad_fn",
        ),
        (
            lambda x: (x * x).backward(tt.ones(3)),
            RuntimeError,
            r"Mismatch in shape: grad_output\[0\] has a shape of \[3\] and output\[0\] has a shape of \[2\]",
        ),
        (
            lambda x: (x * x).backward(tt.ones(2, dtype=tt.complex64)),
            RuntimeError,
            "For complex Tensors, both grad_output and output are required to have the same dtype",
        ),
        (lambda x: (x * x).backward([1.0, 1.0]), RuntimeError, "got 1 tensors and 2 gradients"),
        (lambda x: backward([x], [3]), TypeError, "gradients can be either Tensors or None, but got int"),
        (lambda x: backward([3]), TypeError, "expected a Tensor, got int"),
        (lambda x: grad(x.sum(), []), RuntimeError, "^grad: 'inputs' cannot be empty$"),
        (lambda x: x.sum().backward(inputs=()), RuntimeError, "^backward: 'inputs' cannot be empty$"),
        (lambda x: grad(x.sum(), 1), TypeError, "^grad: expected a Tensor or several for 'inputs', got int$"),
        (
            lambda x: grad(x.sum(), tt.ones(2)),
            RuntimeError,
            "One of the differentiated Tensors does not require grad",
        ),
        (
            lambda x: grad(x.sum(), x, materialize_grads=True, allow_unused=False),
            ValueError,
            "Expected allow_unused to be True or not passed",
        ),
    ],
)
def test_refusals(call: object, error: type[Exception], message: str) -> None:
    x = tt.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(error, match=message):
        call(x)  # type: ignore[operator]


def test_gradient_is_cast_to_the_dtype_of_the_output() -> None:
    x = tt.tensor([1.0, 2.0], requires_grad=True)
    (x * x).backward(tt.ones(2, dtype=tt.float64))
    assert x.grad.dtype == tt.float32


def test_view_made_under_no_grad_is_cut_off() -> None:
    x = tt.tensor([1.0, 2.0], requires_grad=True)
    with tt.no_grad():
        v = x[0]
    with pytest.raises(RuntimeError, match="a view that was made in no_grad mode"):
        grad((v * x).sum(), v)
