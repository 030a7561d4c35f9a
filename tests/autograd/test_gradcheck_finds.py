"""gradcheck finds wrong formulas, and says where with both numbers: what passes everything checks nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import tt
from tt.autograd import gradcheck, gradgradcheck
from tt_autograd import _C, derivative


@contextmanager
def formula_of_neg(formula: Callable[..., object]) -> Iterator[None]:
    right = _C.derivative_info("neg")["formulas"]["self"]["function"]
    _C.forget_derivative("neg")
    derivative("neg", self=formula)
    try:
        yield
    finally:
        _C.forget_derivative("neg")
        derivative("neg", self=right)


def double(values: object) -> tt.Tensor:
    return tt.tensor(values, dtype=tt.float64, requires_grad=True)


def test_right_formula() -> None:
    assert gradcheck(tt.neg, double([1.0, 2.0]))
    assert gradgradcheck(tt.neg, double([1.0, 2.0]))


def test_wrong_formula_with_both_numbers() -> None:
    message = (
        r"Jacobian mismatch for output 0 at \[0\] with respect to input 0 at \[0\]\n"
        r"  numerical: -0\.99\d+\n analytical: -2\.0"
    )
    with formula_of_neg(lambda grad: grad * -2.0):
        with pytest.raises(RuntimeError, match=message):
            gradcheck(tt.neg, double([1.0, 2.0]))
        assert not gradcheck(tt.neg, double([1.0]), raise_exception=False)


def test_wrong_second_derivative() -> None:
    # Right in value, but cut off from the graph.
    with formula_of_neg(lambda grad: -(grad.detach())):
        assert gradcheck(tt.neg, double([1.0]))
        with pytest.raises(RuntimeError, match="Jacobian mismatch"):
            gradgradcheck(tt.neg, double([1.0]))


def test_missing_conjugation() -> None:
    z = tt.tensor([1 + 2j], dtype=tt.complex128, requires_grad=True)
    with (
        formula_of_neg(lambda grad: -_C.conj(grad)),
        pytest.raises(RuntimeError, match=r"imaginary part|real part"),
    ):
        gradcheck(tt.neg, z)


def test_formula_that_depends_on_strides() -> None:
    def formula(grad: tt.Tensor) -> tt.Tensor:
        return -grad if grad.is_contiguous() else grad

    with formula_of_neg(formula):
        assert gradcheck(tt.neg, double([1.0, 2.0]), check_noncontiguous=False)
        with pytest.raises(RuntimeError, match="inputs and gradient not contiguous"):
            gradcheck(tt.neg, double([1.0, 2.0]))


def test_wrong_shape() -> None:
    with (
        formula_of_neg(lambda grad: grad.sum(0)),
        pytest.raises(RuntimeError, match="invalid gradient at index 0"),
    ):
        gradcheck(tt.neg, double([[1.0, 2.0]]))


def test_wrong_type() -> None:
    message = "neg: expected the formula of 'self' to return a Tensor or None, got int"
    with formula_of_neg(lambda grad: 3), pytest.raises(TypeError, match=message):
        gradcheck(tt.neg, double([1.0]))


def test_several_outputs() -> None:
    x = double([1.0, 2.0])
    assert gradcheck(lambda x: (x * x, x.to(tt.int64), x.exp()), x)
    assert gradgradcheck(lambda x: (x * x, x.to(tt.int64), x.exp()), x)


def test_input_that_requires_no_grad() -> None:
    with pytest.raises(ValueError, match="at least one input tensor to require gradient"):
        gradcheck(tt.neg, tt.ones(1))


def test_low_precision_warns() -> None:
    with pytest.warns(UserWarning, match="input 0 has dtype tt.float32"):
        gradcheck(tt.neg, tt.ones(1, requires_grad=True), eps=1e-2, atol=1e-2)


def test_inputs_are_left_as_they_were() -> None:
    x = double([1.0, 2.0])
    gradcheck(lambda x: x * x, x)
    assert x.tolist() == [1.0, 2.0]
    assert x.grad is None
