"""Formulas at zeros, at overflow and at infinity: which form is taken, and what is told where none is right."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tt_devtools.new_op.calculus import derive
from tt_devtools.new_op.calculus.derive import Derivatives
from tt_devtools.new_op.calculus.doubt import Doubt
from tt_devtools.new_op.calculus.probe import Probe
from tt_devtools.new_op.language.expression import GRAD, RESULT, ExpressionError, names_in
from tt_devtools.new_op.language.parse import parse
from tt_devtools.new_op.language.python_text import formula_text
from tt_devtools.new_op.language.resolve import Scope, resolve
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.tree.workspace import Disk

TABLE = Vocabulary(Disk(Path(__file__).parents[2]))
EPS = 1e-6


def differentiated(text: str, name: str = "self") -> tuple[str, list[Doubt]]:
    """The formula by `name`, without the guards against operands that are numbers, and what is doubtful."""
    tree = parse(text)
    used = names_in(tree)
    names = {each: each != "eps" for each in ("self", "other", "eps") if each in used}
    derivatives = Derivatives(scope := Scope(TABLE, text, names, numbers={"eps": EPS}))
    formula = derivatives.formula(resolve(tree, scope), name)
    assert formula is not None
    whole = Scope(TABLE, text, {GRAD: True, RESULT: True, **names})
    found = formula_text(formula, whole, "ops")[0]
    return found.replace("tensor_of(self, grad)", "self").replace(
        "tensor_of(other, grad)", "other"
    ), derivatives.doubts


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("log(1 + exp(self))", "grad * self.sigmoid()"),
        ("log(exp(self) + exp(other))", "grad * (1 - (other - self).sigmoid())"),
        ("1 / (1 + exp(-self))", "grad * result * (1 - result)"),
        ("(exp(self) - exp(-self)) / (exp(self) + exp(-self))", "grad * (1 - result * result)"),
        ("sqrt(self * self + other * other + eps)", "grad * self / result"),
        ("self / sqrt(self * self + eps)", "grad * eps / (eps + self * self) ** 1.5"),
        ("1 / self", "-(grad * result * result)"),
        ("self ** 2.5", "grad * 2.5 * self ** 1.5"),
        ("abs(self)", "ops.where(self > 0, grad, ops.where(self < 0, -grad, 0))"),
        ("2 * (self + 1)", "grad * 2"),
        ("0.1 * self", "grad * 0.1"),
        ("self * pi", "grad * 3.141592653589793"),
        ("self % other", "grad"),
        ("where(self > 0, self, -inf)", "ops.where(self > 0, grad, 0)"),
    ],
)
def test_the_safest_form_is_taken(text: str, formula: str) -> None:
    assert differentiated(text)[0] == formula


def test_what_where_does_not_choose_is_guarded_for_the_second_derivative() -> None:
    formula, doubts = differentiated("where(self > 0, log(self), 0 * self)")
    assert formula == "ops.where(self > 0, grad / ops.where(self > 0, self, 1), 0)"
    assert doubts == []


@pytest.mark.parametrize(
    ("text", "what", "hint"),
    [
        (
            "log(1 + exp(self))",
            "the value: at self = 100 in float32 it is inf and not 100",
            "maximum(self, 0) + log(1 + exp(-abs(self))) reaches further",
        ),
        (
            "log(exp(self) + exp(other))",
            "the value: at self = 1, other = 100 in float32 it is inf and not 100",
            "maximum(self, other) + log(1 + exp(-abs(self - other))) reaches further",
        ),
        (
            "self * log(self)",
            "the value: at self = 0 in float32 it is nan and not 0",
            "where(self == 0, 0, self * log(self)) reaches further",
        ),
        (
            "tanh(self) / self",
            "the value: at self = 0 in float32 it is nan and not 1",
            "where(self == 0, 1, tanh(self) / self) reaches further",
        ),
        (
            "log(1 + self)",
            "the value: at self = 1e-10 in float32 it is 0 and not 1e-10",
            "write the steps so that none leaves the dtype",
        ),
        (
            "sqrt(self * self)",
            "the slope by 'self': at self = 0 in float32 it is nan where no one number is right",
            "--grad self=EXPR",
        ),
    ],
)  # fmt: skip
def test_what_is_doubtful_names_the_place(text: str, what: str, hint: str) -> None:
    doubts = differentiated(text)[1]
    assert what in [doubt.what for doubt in doubts]
    assert hint in next(doubt.hint for doubt in doubts if doubt.what == what)


@pytest.mark.parametrize(
    "text",
    [
        "exp(self)", "sqrt(self)", "tanh(self)", "relu(self)", "abs(self)", "self * other", "self / other",
        "self ** other", "maximum(self, other)", "self ** 3 - 2 * self", "where(self > 1, self, 1)",
        "maximum(self, 0) - minimum(self, 0)", "self // other", "exp(-abs(self))", "self * sigmoid(self)",
    ],
)  # fmt: skip
def test_what_is_right_is_not_doubted(text: str) -> None:
    tree = parse(text)
    names = dict.fromkeys(sorted(names_in(tree)), True)
    derivatives = Derivatives(scope := Scope(TABLE, text, names))
    for name in names:
        derivatives.formula(resolve(tree, scope), name)
    assert derivatives.doubts == []


def test_a_doubt_for_programs_has_numbers_as_text() -> None:
    doubt = differentiated("self * log(self)")[1][0]
    found = doubt.as_json()
    assert (found["at"], found["got"], found["expected"]) == ({"self": "0"}, "nan", "0")
    assert (found["dtype"], found["message"]) == ("float32", doubt.what)


def test_a_limit_is_not_taken_for_a_value() -> None:
    """x % 0 is smaller than any number close by says, and has no value; x log x has its limit."""
    scope = Scope(TABLE, "", {"self": True})
    names = {"self": True}
    for text, expected in (("self * log(self)", 0.0), ("1 % self", np.nan), ("1 / self", np.nan)):
        probe = Probe(resolve(parse(text), Scope(TABLE, text, names)), scope, "float32")
        np.testing.assert_equal(probe.truth[probe.points.index((0.0,))], expected)


def test_differentiation_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derive, "_SECONDS", 0.02)
    text = "*".join(f"exp(sqrt(self + {each}) * tanh(self / {each + 1}))" for each in range(9))
    began = time.monotonic()
    with pytest.raises(ExpressionError, match="does not differentiate it by 'self' within") as caught:
        differentiated(text)
    assert "--grad self=EXPR" in caught.value.hint
    assert time.monotonic() - began < 20


def test_without_numpy_there_is_a_formula_and_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    formula, doubts = differentiated("tanh(self)")
    assert formula == "grad * (1 - result * result)"
    assert [doubt.what for doubt in doubts] == ["special values were not tried: this Python has no numpy"]
