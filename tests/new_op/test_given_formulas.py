"""A formula that is given with --grad is compared with differences of the expression; a wrong one is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.calculus.given_formula import differs
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.workspace import Memory

ONE = "gain(Tensor self) -> Tensor"
MORE = "gain(Tensor self, Tensor other, float by, *, bool up=True) -> Tensor"
CHOICE = "where(up, maximum(self, by * other), self)"

RIGHT = [
    (ONE, "exp(self)", "self=grad * result"),
    (ONE, "exp(self)", "self=exp(self) * grad"),
    (ONE, "log(self)", "self=grad / self"),
    (ONE, "relu(self - 1)", "self=where(self > 1, grad, 0)"),
    (MORE, CHOICE, "other=where(self > by * other, 0, grad * by)"),
    (MORE, CHOICE, "self=where(self > by * other, grad, 0)"),
]
WRONG = [
    (ONE, "exp(self)", "self=grad * self", {"self"}),
    (ONE, "log(self)", "self=-grad / self", {"self"}),
    (ONE, "sqrt(self - 2)", "self=grad / result", {"self"}),
    (ONE, "relu(self - 1)", "self=grad", {"self"}),
    (MORE, CHOICE, "other=where(self > by * other, 0, grad)", {"self", "other", "by", "up"}),
]


@pytest.mark.parametrize(("schema", "expr", "grad"), RIGHT)
def test_nothing_is_said_of_a_right_one(
    request_for: Callable[..., Request], schema: str, expr: str, grad: str
) -> None:
    request = request_for(schema, expr=expr, grads=(grad,))
    ((name, formula),) = request.grads.items()
    assert request.value is not None
    assert differs(request.value, formula, name, request.scope(expr)) is None


@pytest.mark.parametrize(("schema", "expr", "grad", "place"), WRONG)
def test_a_wrong_one_is_told_with_a_place(
    request_for: Callable[..., Request], tree: Memory, schema: str, expr: str, grad: str, place: set[str]
) -> None:
    request = request_for(schema, expr=expr, grads=(grad,))
    changes(request, tree, Plain())
    (doubt, *_) = request.doubts
    name = grad.partition("=")[0]
    assert doubt.what.startswith(f"--grad {name}: at self = ")
    assert set(doubt.at) == place
    assert doubt.got != doubt.expected
    assert f"without --grad {name}" in doubt.hint
