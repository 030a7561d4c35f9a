"""Is a formula that was given the derivative? Differences of the expression tell, to hundreds of digits."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tt_devtools.new_op.calculus.doubt import Doubt
from tt_devtools.new_op.calculus.evaluate import UnknownFunctionError, evaluate
from tt_devtools.new_op.calculus.exact_arithmetic import ExactArithmetic, NoLimitError, UndefinedError
from tt_devtools.new_op.calculus.probe import USUAL_NUMBER
from tt_devtools.new_op.language.expression import GRAD, RESULT, Node, names_in
from tt_devtools.new_op.language.resolve import Scope

_BITS: Final = 400
_STEP: Final = "1e-40"
_AGREEMENT: Final = 1e-6
_INTERVALS: Final = ((-3.0, 3.0), (0.1, 0.9), (1.25, 8.0))
"""Where expressions mean something: anything, what has a logarithm or an inverse sine, what is above 1."""
_POINTS: Final = 8  # of each interval


def differs(value: Node, formula: Node, name: str, scope: Scope) -> Doubt | None:
    """The first place where it gives something else; None too where a function of either is not known."""
    try:
        exact = ExactArithmetic(_BITS)
        for at in _places(value, scope):
            if found := _compared(value, formula, name, at, exact):
                got, expected = found
                place = ", ".join(f"{each} = {number:g}" for each, number in at.items())
                what = (
                    f"--grad {name}: at {place} it gives {got:g}, differences of the expression {expected:g}"
                )
                hint = f"its tests compare the two; without --grad {name} it is found by SymPy"
                return Doubt(what, hint, at, "", f"{got:g}", f"{expected:g}")
    except (UnknownFunctionError, ImportError):
        return None
    return None


def _places(value: Node, scope: Scope) -> Iterator[dict[str, float]]:
    used = names_in(value)
    tensors = [name for name, is_tensor in scope.names.items() if is_tensor and name in used]
    numbers = {name: scope.numbers.get(name, USUAL_NUMBER) for name in used if not scope.names[name]}
    chosen = random.Random(0)
    for low, high in _INTERVALS:
        for _ in range(_POINTS):
            yield {name: round(chosen.uniform(low, high), 2) for name in tensors} | numbers


def _compared(
    value: Node, formula: Node, name: str, at: Mapping[str, float], exact: ExactArithmetic
) -> tuple[float, float] | None:
    """What the formula gives, and what it should; None where they agree, or nothing can be said."""
    names: dict[str, Any] = {each: exact.number(number) for each, number in at.items()}
    step = exact.text(_STEP)
    try:
        below, here, above = (
            evaluate(value, {**names, name: names[name] + sign * step}, exact) for sign in (-1, 0, 1)
        )
        got = float(evaluate(formula, {**names, GRAD: exact.number(1.0), RESULT: here}, exact))
    except (UndefinedError, NoLimitError, OverflowError):
        return None
    left, right = float((here - below) / step), float((above - here) / step)
    if not _agree(left, right) or _agree(got, right):  # at a kink any slope between the two is one
        return None
    return got, right


def _agree(one: float, other: float) -> bool:
    return abs(one - other) <= _AGREEMENT * max(1.0, abs(other))
