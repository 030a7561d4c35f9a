"""Formulas that are made by differentiation, against differences of the value, for expressions that nobody chose."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from small_tree import small_tree
from tt_devtools.new_op.calculus.derive import Derivatives
from tt_devtools.new_op.language import formula_source
from tt_devtools.new_op.language.expression import (
    GRAD,
    RESULT,
    Binary,
    Call,
    ExpressionError,
    Name,
    Negated,
    Node,
    Number,
    names_in,
    walk,
)
from tt_devtools.new_op.language.parse import parse
from tt_devtools.new_op.language.python_text import formula_text, numpy_text
from tt_devtools.new_op.language.resolve import Scope, resolve
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.tree.places import FORMULAS
from tt_devtools.new_op.tree.workspace import Memory

EXAMPLES = settings(max_examples=80, deadline=None, derandomize=True, database=None)
FEW = settings(EXAMPLES, max_examples=12)  # each differentiates and compares forms of both slopes
VOCABULARY = Vocabulary(small_tree())
TENSORS = ("self", "other")
OPERATORS = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.true_divide, "**": np.power,
    "<": np.less, ">": np.greater, "==": np.equal,
}  # fmt: skip


def scope_of(text: str, *more: str) -> Scope:
    return Scope(VOCABULARY, text, dict.fromkeys((*more, *TENSORS), True))


def value_of(node: Node, names: Mapping[str, float]) -> float:
    """The expression, in float64, by its tree."""
    match node:
        case Name():
            return names[node.name]
        case Number():
            return float(node.value)
        case Negated():
            return -value_of(node.operand, names)
        case Binary():
            return OPERATORS[node.operator](value_of(node.left, names), value_of(node.right, names))
        case Call():
            found = VOCABULARY.function(node.function, len(node.arguments))
            assert found is not None
            arguments = [np.float64(value_of(each, names)) for each in node.arguments]
            function = getattr(np, found.entry.numpy) if found.entry.numpy else lambda x: np.maximum(x, 0)
            return function(*arguments)
    raise AssertionError(node)


def differentiated(text: str) -> tuple[Node, dict[str, Node | None]]:
    scope = scope_of(text)
    node = resolve(parse(text), scope)
    derivatives = Derivatives(scope)
    return node, {name: derivatives.formula(node, name) for name in TENSORS}


def texts() -> st.SearchStrategy[str]:
    """Expressions as their texts: smooth functions, choices and quotients."""
    leaves = st.sampled_from([*TENSORS, *TENSORS, "2", "0.5", "3"])

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.tuples(inner, st.sampled_from("+-*/"), inner).map(
                lambda each: f"({each[0]} {each[1]} {each[2]})"
            ),
            inner.map(lambda each: f"exp(tanh({each} * self))"),
            inner.map(lambda each: f"log(self * self + {each} * {each} + 1)"),
            inner.map(lambda each: f"sqrt(({each})**2 + other**2 + 1)"),
            inner.map(lambda each: f"relu({each} + self)"),
            inner.map(lambda each: f"-({each})"),
            st.tuples(inner, inner).map(lambda each: f"maximum({each[0]} + self, {each[1]})"),
            st.tuples(inner, inner).map(lambda each: f"where(self > other, {each[0]}, {each[1]})"),
        )

    return st.recursive(leaves, larger, max_leaves=5)


@FEW
@given(texts(), st.floats(0.3, 2.0), st.floats(-2.0, -0.3))
def test_formula_is_what_differences_say(text: str, self_value: float, other_value: float) -> None:
    node, formulas = differentiated(text)
    at = {"self": self_value, "other": other_value}
    with np.errstate(all="ignore"):
        value = value_of(node, at)
        assume(math.isfinite(value) and abs(value) < 1e4)
        for name, formula in formulas.items():
            slopes = []
            for step in (1e-6, 1e-5):  # two steps agree where the value is smooth
                up, down = (value_of(node, {**at, name: at[name] + sign * step}) for sign in (1, -1))
                slopes.append((up - down) / (2 * step))
            assume(math.isclose(*slopes, rel_tol=1e-3, abs_tol=1e-4))
            made = 0.0 if formula is None else value_of(formula, {**at, GRAD: 1.0, RESULT: value})
            assert math.isclose(made, slopes[0], rel_tol=1e-2, abs_tol=1e-3), f"{text} by {name}"


@EXAMPLES
@given(texts())
def test_text_of_an_expression_means_the_same(text: str) -> None:
    node = resolve(parse(text), scope_of(text))
    python = numpy_text(node, VOCABULARY).replace('reference_of("relu")', "relu")
    names = {
        "np": np,
        "relu": lambda x: np.maximum(x, 0),
        "self": np.float64(0.75),
        "other": np.float64(-1.25),
    }
    with np.errstate(all="ignore"):
        again = eval(python, names)
        np.testing.assert_equal(again, value_of(node, {"self": 0.75, "other": -1.25}))


@pytest.mark.parametrize(
    ("text", "self_formula", "other_formula"),
    [
        ("exp(self)", "grad * result", None),
        ("self + other", "grad", "grad"),
        ("self - 2 * other", "grad", "-(grad * 2)"),
        ("sqrt(self * self + other * other)", "grad * self / result", "grad * other / result"),
        ("self / other", "grad / other", "-(grad * result / other)"),
        ("where(self > 0, self, other)", "ops.where(self > 0, grad, 0)", "ops.where(self > 0, 0, grad)"),
        ("where(self > 0, 2 * self, self)", "ops.where(self > 0, grad * 2, grad)", None),
        ("(self + other) ** other", None, "skip"),
        ("self ** 3", "grad * 3 * (self * self)", None),
    ],
)
def test_formulas_are_short(text: str, self_formula: str | None, other_formula: str | None) -> None:
    _, formulas = differentiated(text)
    scope = scope_of(text, GRAD, RESULT)
    for name, expected in (("self", self_formula), ("other", other_formula)):
        formula = formulas[name]
        if expected not in (None, "skip"):
            assert formula is not None
            found = formula_text(formula, scope, "ops")[0]
            assert found.replace("tensor_of(self, grad)", "self") == expected


def test_what_where_does_not_choose_makes_no_nan() -> None:
    _, formulas = differentiated("where(self > 0, log(self), 0 * self)")
    formula = formulas["self"]
    assert formula is not None
    with np.errstate(all="ignore"):
        assert value_of(formula, {"self": np.float64(0.0), GRAD: 1.0, RESULT: 0.0}) == 0.0


def test_a_formula_that_cannot_be_read_is_told_with_its_place() -> None:
    text = "2 * sin(self)"
    with pytest.raises(ExpressionError, match="no derivative of 'sin' can be read") as caught:
        differentiated(text)
    assert caught.value.column == 5
    assert "--grad" in caught.value.hint


def test_a_power_of_a_power_is_no_quotient_that_is_nan_at_0() -> None:
    _, formulas = differentiated("self ** (other * other)")
    formula = formulas["self"]
    assert formula is not None
    assert all(each.operator != "/" for each in walk(formula) if isinstance(each, Binary))
    assert names_in(formula) == {GRAD, "self", "other"}
    assert Number(Fraction(1)) in list(walk(formula))


@pytest.mark.parametrize(
    ("body", "formula"),
    [
        ("    return grad * other", "grad * other"),
        ("    if not self.is_complex():\n        return grad\n    return -grad", "grad"),
        (
            "    if self.is_complex():\n        slope = 1\n    else:\n        slope = self\n    return grad * slope",
            "grad * self",
        ),
        ("    if other == 0:\n        return grad\n    return -grad", None),
        ("    for _ in range(2):\n        grad = grad * 2\n    return grad", None),
    ],
)
def test_straight_line_formulas_are_read(body: str, formula: str | None) -> None:
    text = f'def slope(grad, self, other):\n    """Doc."""\n{body}\n\n\nderivative(\'skew\', self=slope)\n'
    node = formula_source.formulas(Memory({f"{FORMULAS}/x.py": text}))["skew"]["self"]
    assert (None if node is None else formula_text(node, scope_of("", GRAD), "ops")[0]) == formula
