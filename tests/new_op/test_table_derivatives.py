"""Every op that an expression can call: its derivative by `--expr` is its own formula, ties and all."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tt_devtools.new_op.calculus.backward import Backward
from tt_devtools.new_op.calculus.derive import Derivatives
from tt_devtools.new_op.calculus.evaluate import UnknownFunctionError, evaluate
from tt_devtools.new_op.calculus.float_arithmetic import FloatArithmetic
from tt_devtools.new_op.language.expression import GRAD, RESULT, Call, Name, Node, Number, with_parts
from tt_devtools.new_op.language.resolve import Scope, resolve
from tt_devtools.new_op.language.vocabulary import Function, Vocabulary
from tt_devtools.new_op.tree.workspace import Disk

TABLE = Vocabulary(Disk(Path(__file__).parents[2]))
ARITHMETIC = FloatArithmetic("float64", TABLE)
TENSORS = ("self", "other")
POINTS = (-3.0, -1.0, -0.0, 0.0, 0.5, 1.0, 2.0, 30.0)
ZERO = Number(Fraction(0))
UNREAD = {("add", "other"), ("sub", "other")}
"""They ask what alpha is, which an expression has not."""


def functions() -> dict[str, Function]:
    """Those with formulas, of numbers alone, that NumPy can compute: an op that was made here is none."""
    found = {}
    for name in TABLE.usable():
        for each in TABLE.functions[name]:
            try:
                ARITHMETIC.call(name, [1.0] * each.arity)
            except UnknownFunctionError:
                continue
            if each.formulas and not each.takes_condition:
                found[name] = each
    return found


FUNCTIONS = functions()


def own_formulas(function: Function) -> dict[str, Node]:
    """The formulas of the table in the names of an expression."""
    names = dict(zip((arg.name for arg in function.entry.schema.tensors), TENSORS, strict=False))

    def renamed(node: Node) -> Node:
        if isinstance(node, Name):
            return Name(names.get(node.name, node.name))
        return with_parts(node, map(renamed, node.parts))

    assert function.formulas is not None
    unread = {(function.name, name) for name, each in function.formulas.items() if each is None}
    assert unread <= UNREAD
    return {names[name]: renamed(each) for name, each in function.formulas.items() if each is not None}


def test_the_table_has_what_expressions_are_made_of() -> None:
    assert {"abs", "div", "exp", "log", "maximum", "minimum", "mul", "pow", "relu", "remainder"} <= set(
        FUNCTIONS
    )
    assert {"sigmoid", "sqrt", "tanh"} <= set(FUNCTIONS)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_slopes_are_those_of_the_table(name: str) -> None:
    function = FUNCTIONS[name]
    tensors = TENSORS[: function.arity]
    scope = Scope(TABLE, name, dict.fromkeys(tensors, True))
    whole = Scope(TABLE, name, dict.fromkeys((GRAD, RESULT, *tensors), True))
    node = resolve(Call(name, tuple(map(Name, tensors))), scope)
    special = np.array(list(itertools.product(POINTS, repeat=len(tensors)))).T
    random = np.random.default_rng(0).uniform(-4, 4, (len(tensors), 50))
    columns = np.concatenate([special, random], axis=1)
    derivatives, own = Derivatives(scope), own_formulas(function)
    made = {each: derivatives.formula(node, each) or ZERO for each in tensors}

    def everywhere(value: Any) -> Any:
        return np.broadcast_to(value, columns.shape[1])

    with np.errstate(all="ignore"):
        at: dict[str, Any] = dict(zip(tensors, columns, strict=True))
        at |= {RESULT: evaluate(node, at, ARITHMETIC), GRAD: everywhere(1.5)}
        for tensor, theirs in own.items():
            expected = everywhere(evaluate(theirs, at, ARITHMETIC))
            found = everywhere(evaluate(made[tensor], at, ARITHMETIC))
            known = ~np.isnan(expected)
            np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
            expected = everywhere(Backward(whole, ARITHMETIC, at).slopes(theirs, own)[tensor])
            found = everywhere(Backward(whole, ARITHMETIC, at).slopes(made[tensor], made)[tensor])
            known = np.isfinite(expected)
            np.testing.assert_allclose(found[known], expected[known], rtol=1e-9, atol=1e-12)
