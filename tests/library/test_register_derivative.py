"""Formulas by argument: functions and text, what their names mean, and where errors point."""

import re
import sys
from typing import Any

import pytest

import tt
from tt.autograd import gradcheck, gradgradcheck
from tt.library import Library, register_derivative, register_non_differentiable
from tt_autograd import _C as autograd


def _op(lib: Library, schema: str, kernel: Any) -> Any:
    name = lib.define(schema)
    lib.impl(name, kernel, "default")
    return getattr(tt.ops.testlib, name)


def _double(*shape: int) -> Any:
    tt.manual_seed(4)
    return (tt.rand(shape, dtype=tt.float64) + 0.5).requires_grad_(True)


def test_functions_and_text_agree_with_differences(lib: Library) -> None:
    op = _op(
        lib, "ratio(Tensor x, Tensor y, float scale=1.0) -> Tensor", lambda x, y, scale=1.0: x / y * scale
    )
    register_derivative(
        "testlib::ratio", x=lambda grad, y, scale: grad / y * scale, y="neg(grad * result / y)", lib=lib
    )
    arguments = (_double(2, 3), _double(3), 1.5)
    assert gradcheck(op, arguments)
    assert gradgradcheck(op, arguments)


def test_text_names_shapes_results_and_ops(lib: Library) -> None:
    op = _op(lib, "spread(Tensor x) -> (Tensor total, Tensor most)", lambda x: (x.sum(), x.amax()))
    register_derivative(
        "testlib::spread", x="grads[0].expand(x_shape) + grads[1] * eq(x, most)", materialize=True, lib=lib
    )
    x = tt.tensor([1.0, 3.0], requires_grad=True)
    total, most = op(x)
    (total + 10 * most).backward()
    assert x.grad.tolist() == [1.0, 11.0]


def test_joint_formula_and_absent_derivative(lib: Library) -> None:
    op = _op(lib, "pick(Tensor x, Tensor index) -> Tensor", lambda x, index: x * index)
    register_derivative("testlib::pick", x="grad * index", index=None, lib=lib)
    x, index = tt.ones(1, requires_grad=True), tt.ones(1, requires_grad=True)
    op(x, index).backward()
    assert index.grad is None
    both = _op(lib, "both(Tensor x, Tensor y) -> Tensor", lambda x, y: x * y)
    register_derivative("testlib::both", joint=lambda grad, x, y: (grad * y, grad * x), lib=lib)
    assert gradcheck(both, (_double(2), _double(2)))


def test_in_place_op_with_a_formula(lib: Library) -> None:
    op = _op(lib, "square_(Tensor(a!) self) -> Tensor(a!)", lambda x: x.mul_(x))
    register_derivative("testlib::square_", self="2 * grad * self", lib=lib)
    x = tt.tensor([3.0], requires_grad=True)
    y = x * 1
    assert op(y) is y
    assert y._version == 1
    y.backward()
    assert x.grad.tolist() == [6.0]


def test_non_differentiable(lib: Library) -> None:
    op = _op(lib, "steps(Tensor x) -> Tensor", lambda x: x * 0)
    register_non_differentiable("testlib::steps", lib=lib)
    assert not op(tt.ones(1, requires_grad=True)).requires_grad


def test_place_of_a_text_is_that_of_its_registration(lib: Library) -> None:
    _op(lib, "placed(Tensor x) -> Tensor", lambda x: x * 2)
    register_derivative("testlib::placed", x="grad * 2", lib=lib)
    line = sys._getframe().f_lineno - 1
    formula = autograd.derivative_info("testlib::placed")["formulas"]["x"]
    assert (formula["file"], formula["line"]) == (__file__, line)


@pytest.mark.parametrize(
    ("formulas", "error", "message"),
    [
        (
            {"x": "grad) * 2"},
            ValueError,
            "the formula of 'x' does not parse: unmatched ')'\ngrad) * 2\n    ^",
        ),
        (
            {"x": "grad * z"},
            ValueError,
            "the formula of 'x' names 'z', which is neither an op nor one of grad, ",
        ),
        ({"y": "grad"}, ValueError, "a formula is given for 'y', but the tensors are x"),
        ({"x": lambda grad, z: grad}, ValueError, "a formula has the parameter 'z', expected some of grad,"),
        ({"x": 3}, TypeError, "expected a formula to be a Python function, got int"),
    ],
)
def test_refusals(lib: Library, formulas: dict[str, Any], error: type[Exception], message: str) -> None:
    lib.define("refused(Tensor x) -> Tensor")
    with pytest.raises(error) as raised:
        register_derivative("testlib::refused", lib=lib, **formulas)
    assert message in str(raised.value)
    register_derivative("testlib::refused", x="grad", lib=lib)


def test_second_derivative_names_both_places(lib: Library) -> None:
    lib.define("again(Tensor x) -> Tensor")
    register_derivative("testlib::again", x="grad", lib=lib)
    first = sys._getframe().f_lineno - 1
    with pytest.raises(RuntimeError) as error:
        register_derivative("testlib::again", x="grad", lib=lib)
    place = re.escape(__file__)
    assert re.search(f"at {place}:{first} and at {place}:{first + 3}$", str(error.value))


def test_op_that_writes_elsewhere_has_no_formulas(lib: Library) -> None:
    lib.define("writes(Tensor x, Tensor(a!) y) -> ()")
    with pytest.raises(
        ValueError, match=r"testlib::writes: the op .* writes to more than its first argument"
    ):
        register_derivative("testlib::writes", x="grad", lib=lib)
