"""Every op says what its derivative is; a formula that cannot work is refused when it is written."""

import pytest

import tt
from tt_autograd import _C, derivative, non_differentiable
from tt_core import _C as core


def derivative_ops() -> list[str]:
    """Ops that are recorded themselves: composites leave that to the ops inside."""
    names = []
    for name in core.op_names():
        for info in core.op_info(name):
            by_key = {kernel["key"]: kernel["name"] for kernel in info["kernels"]}
            if by_key["Autograd"] == "record":
                names.append(info["op"])
    return names


@pytest.mark.parametrize("op", derivative_ops())
def test_every_op_has_a_derivative_or_says_that_it_has_none(op: str) -> None:
    info = _C.derivative_info(op)
    assert info is not None, f"{op}: derivative(...) or non_differentiable(...) in tt_autograd/formulas"
    assert info["non_differentiable"] != bool(info["formulas"])


@pytest.mark.parametrize("op", derivative_ops())
def test_formulas_know_their_file(op: str) -> None:
    for formula in _C.derivative_info(op)["formulas"].values():
        assert formula["file"].startswith("packages/autograd/src/tt_autograd/formulas/")
        assert formula["line"] > 1


@pytest.mark.parametrize(
    ("register", "error", "message"),
    [
        (
            lambda: derivative("hypott", self=lambda grad: grad),
            NotImplementedError,
            "there is no op 'hypott'",
        ),
        (
            lambda: derivative("add.Tensor", self=lambda grad: grad),
            RuntimeError,
            "add.Tensor: two derivatives are registered",
        ),
        (
            lambda: non_differentiable("add.Tensor"),
            RuntimeError,
            "add.Tensor: two derivatives are registered",
        ),
        (
            lambda: derivative("reshape", self=lambda grad, shapes: grad),
            ValueError,
            "reshape: a formula has the parameter 'shapes', expected some of grad, .*self, shape",
        ),
        (
            lambda: derivative("reshape", shape=lambda grad: grad),
            ValueError,
            "reshape: a formula is given for 'shape', but the tensors are self",
        ),
        (
            lambda: derivative("reshape", self=print),
            TypeError,
            "reshape: expected a formula to be a Python function",
        ),
        (
            lambda: derivative("zeros", joint=lambda grad: grad),
            RuntimeError,
            "zeros: two derivatives|there is no tensor to derive by",
        ),
    ],
)
def test_refusals(register: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        register()  # type: ignore[operator]


def test_op_without_derivative_says_so_in_backward() -> None:
    right = _C.derivative_info("exp")["formulas"]["self"]["function"]
    _C.forget_derivative("exp")
    try:
        x = tt.ones(2, requires_grad=True)
        y = x.exp()
        assert y.requires_grad
        with pytest.raises(
            NotImplementedError, match="exp: derivative for exp is not implemented\nhint: write derivative"
        ):
            y.sum().backward()
    finally:
        derivative("exp", self=right)


def test_input_without_formula_says_so_in_backward() -> None:
    formulas = {name: f["function"] for name, f in _C.derivative_info("mul.Tensor")["formulas"].items()}
    _C.forget_derivative("mul.Tensor")
    try:
        derivative("mul.Tensor", self=formulas["self"])
        x, w = tt.ones(2, requires_grad=True), tt.ones(2, requires_grad=True)
        y = (x * w).sum()
        with pytest.raises(
            NotImplementedError,
            match=r"derivative for mul\.Tensor with respect to 'other' is not implemented",
        ):
            y.backward()
    finally:
        _C.forget_derivative("mul.Tensor")
        derivative("mul.Tensor", **formulas)


def test_joint_formula() -> None:
    formulas = {name: f["function"] for name, f in _C.derivative_info("mul.Tensor")["formulas"].items()}
    asked = []

    def joint(
        grad: tt.Tensor, needs: tuple[bool, ...], self: tt.Tensor, other: tt.Tensor
    ) -> tuple[tt.Tensor, tt.Tensor]:
        asked.append(needs)
        return grad * other, grad * self

    _C.forget_derivative("mul.Tensor")
    try:
        derivative("mul.Tensor", joint=joint)
        x, w = tt.full((2,), 2.0, requires_grad=True), tt.full((2,), 3.0, requires_grad=True)
        y = (x * w).sum()
        tt.autograd.grad(y, x, retain_graph=True)
        y.backward()
        assert x.grad.tolist() == [3.0, 3.0]
        assert w.grad.tolist() == [2.0, 2.0]
        assert asked == [(True, False), (True, True)]
    finally:
        _C.forget_derivative("mul.Tensor")
        derivative("mul.Tensor", **formulas)
