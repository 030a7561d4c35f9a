"""Gradients have the values that a hand derives, the shape and dtype of their tensor, and add up."""

import numpy as np
import pytest

import tt


def leaf(values: object, dtype: object = None) -> tt.Tensor:
    return tt.tensor(values, dtype=dtype, requires_grad=True)


def test_product() -> None:
    x, y = leaf([1.0, 2.0]), leaf([3.0, 5.0])
    (x * y).sum().backward()
    assert x.grad.tolist() == [3.0, 5.0]
    assert y.grad.tolist() == [1.0, 2.0]


def test_tensor_used_twice() -> None:
    # A node that is reached on two ways must wait for both: where a mere depth-first walk is wrong.
    x = leaf(3.0)
    b = x + x
    c = b + b
    (c * b).backward()  # 8 x^2
    assert x.grad.item() == 48.0


def test_long_and_short_way_to_one_node() -> None:
    x = leaf(2.0)
    y = x * x
    long_way = y
    for _ in range(5):
        long_way = long_way * 1.0
    (long_way * y).backward()
    assert x.grad.item() == 4 * 2.0**3


def test_backward_twice_adds_up() -> None:
    x = leaf([1.0, 2.0])
    for times in (1, 2, 3):
        (x * x).sum().backward()
        assert x.grad.tolist() == [2.0 * times, 4.0 * times]


def test_grad_set_to_none_starts_anew() -> None:
    x = leaf(3.0)
    (x * x).backward()
    x.grad = None
    (x * x).backward()
    assert x.grad.item() == 6.0


@pytest.mark.parametrize(
    ("a", "b"),
    [((3,), ()), ((2, 3), (3,)), ((2, 3), (2, 1)), ((1, 3), (2, 1)), ((4, 1, 3), (2, 1)), ((2, 3), (1, 1))],
)
def test_broadcast_is_summed(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    random = np.random.default_rng(0)
    x_values, y_values = random.standard_normal(a), random.standard_normal(b)
    x, y = leaf(x_values), leaf(y_values)
    weights = random.standard_normal(np.broadcast_shapes(a, b))
    (x * y * tt.tensor(weights)).sum().backward()
    assert x.grad.shape == x.shape
    assert y.grad.shape == y.shape

    def summed(full: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
        full = full.sum(tuple(range(full.ndim - len(shape))))
        return full.sum(tuple(i for i, size in enumerate(shape) if size == 1), keepdims=True)

    np.testing.assert_allclose(x.grad.numpy(), summed(weights * y_values, a), rtol=1e-12)
    np.testing.assert_allclose(y.grad.numpy(), summed(weights * x_values, b), rtol=1e-12)


def test_gradient_has_dtype_of_its_tensor() -> None:
    x, y = leaf([1.0], tt.float32), leaf([2.0], tt.float64)
    (x * y).sum().backward()
    assert x.grad.dtype == tt.float32
    assert y.grad.dtype == tt.float64


@pytest.mark.parametrize("dtype", [tt.float16, tt.bfloat16, tt.float32, tt.float64])
def test_every_floating_dtype(dtype: object) -> None:
    x = leaf([1.0, 2.0], dtype)
    (x * x).sum().backward()
    assert x.grad.dtype == dtype
    assert x.grad.to(tt.float64).tolist() == [2.0, 4.0]


def test_real_input_of_complex_op_gets_real_part() -> None:
    x = leaf([1.0, 2.0], tt.float64)
    z = tt.tensor([3 + 4j, 5 - 1j], dtype=tt.complex128)
    (x * z).sum().backward(tt.tensor(1 + 0j, dtype=tt.complex128))
    assert x.grad.tolist() == [3.0, 5.0]


def test_complex_product_is_conjugated() -> None:
    x = leaf([1 + 2j], tt.complex128)
    y = tt.tensor([3 + 4j], dtype=tt.complex128)
    (x * y).sum().backward(tt.tensor(1 + 0j, dtype=tt.complex128))
    assert x.grad.tolist() == [3 - 4j]


def test_numbers_as_operands() -> None:
    x = leaf([1.0, 2.0])
    (2.5 * x + x * 3 - (1 - x)).sum().backward()
    assert x.grad.tolist() == [6.5, 6.5]


def test_alpha() -> None:
    x, y = leaf([1.0]), leaf([2.0])
    tt.add(x, y, alpha=3).sub(x, alpha=5).sum().backward()
    assert x.grad.item() == -4.0
    assert y.grad.item() == 3.0


def test_where_sends_nothing_to_the_other_side() -> None:
    x = leaf([float("inf"), 2.0])
    condition = tt.tensor([False, True])
    tt.where(condition, x, 0).sum().backward()
    assert x.grad.tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((3,), (3,)),
        ((2, 3), (3,)),
        ((3,), (3, 4)),
        ((2, 3), (3, 4)),
        ((5, 2, 3), (3, 4)),
        ((5, 2, 3), (3,)),
        ((3,), (5, 3, 4)),
        ((5, 2, 3), (5, 3, 4)),
        ((5, 1, 2, 3), (6, 3, 4)),
        ((2, 3), (5, 3, 4)),
    ],
)
def test_matmul_of_every_rank(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    random = np.random.default_rng(1)
    x, y = leaf(random.standard_normal(a)), leaf(random.standard_normal(b))
    assert tt.autograd.gradcheck(tt.matmul, (x, y))
    assert tt.autograd.gradgradcheck(tt.matmul, (x, y))


def test_matmul_complex() -> None:
    random = np.random.default_rng(2)
    x = leaf(random.standard_normal((2, 3)) + 1j * random.standard_normal((2, 3)))
    y = leaf(random.standard_normal((3, 2)) + 1j * random.standard_normal((3, 2)))
    assert tt.autograd.gradcheck(tt.matmul, (x, y))
    assert tt.autograd.gradgradcheck(tt.matmul, (x, y))


def test_empty_tensors() -> None:
    x = leaf(np.zeros((0, 3)))
    (x * x).sum().backward()
    assert x.grad.shape == (0, 3)


def test_gradient_is_not_shared_with_the_one_passed_in() -> None:
    x = leaf([1.0, 2.0])
    gradient = tt.ones(2)
    x.clone().backward(gradient)
    gradient.fill_(7)
    assert x.grad.tolist() == [1.0, 1.0]


def test_gradients_of_two_leaves_share_no_memory() -> None:
    x, y = leaf([1.0]), leaf([2.0])
    (x + y).sum().backward()
    x.grad.fill_(7)
    assert y.grad.item() == 1.0


def test_grad_has_the_strides_of_its_tensor() -> None:
    x = tt.zeros(3, 2).t().detach().requires_grad_()
    (x * tt.ones(2, 3)).sum().backward()
    assert x.grad.stride() == x.stride()


def test_constant_results_of_factories_require_no_grad() -> None:
    x = leaf([1.0])
    assert not tt.zeros_like(x).requires_grad
    assert tt.zeros_like(x, requires_grad=True).is_leaf
    assert not x.detach().requires_grad


def test_integer_results_require_no_grad() -> None:
    x = leaf([1.5])
    assert not x.to(tt.int64).requires_grad
