"""What an expression truly is at given points: its exact value, or its limit where it has none.

A limit is what values close by from every side agree on, sides on which the expression is undefined apart.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from tt_devtools.new_op.calculus.arrays import np
from tt_devtools.new_op.calculus.evaluate import evaluate
from tt_devtools.new_op.calculus.exact_arithmetic import ExactArithmetic, NoLimitError, UndefinedError
from tt_devtools.new_op.calculus.special_values import Point, strangeness
from tt_devtools.new_op.language.expression import Node, walk

_MOST_STEPS: Final = 20_000
"""Points times parts of the expression: a fraction of a second."""
_MOST_LIMITS: Final = 32
_AGREEMENT: Final = 1e-6
_BITS: Final = {"float32": 600, "float64": 1400}
_LIMIT_BITS: Final = 1800
_TINY: Final = "1e-120"
_HUGE: Final = "1e120"
_LARGE: Final = "1e50"
"""Further out than any float32: a limit this large is infinite, one of its inverse is 0."""


class TrueValues:
    """Of expressions of tensors; `numbers` are the values of all other arguments."""

    def __init__(self, dtype: str, tensors: Sequence[str], numbers: Mapping[str, float]) -> None:
        self._has_limits = dtype == "float32"  # what a float64 does at a limit, a float32 does as well
        self._tensors = tensors
        self._numbers = numbers
        self._exact = ExactArithmetic(_BITS[dtype])
        self._at_limits = ExactArithmetic(_LIMIT_BITS)
        self._beside = cache(self._step_from)

    def at(self, node: Node, points: Sequence[Point], *, limits: bool = True) -> Any:
        """An array of float64 with NaN for what is unknown, as where there is neither value nor limit."""
        size = sum(1 for _ in walk(node))
        every = -(-len(points) * size // _MOST_STEPS) or 1
        found = np.full(len(points), math.nan)
        undefined = []
        for index in range(0, len(points), every):
            try:
                found[index] = float(self._value(node, points[index], self._exact))
            except UndefinedError:
                undefined.append(index)
            except NoLimitError:
                pass
        if limits and self._has_limits:
            for index in sorted(undefined, key=lambda each: strangeness(points[each]))[:_MOST_LIMITS]:
                found[index] = self._limit(self._around(node, points[index]))
        return found

    def has_sides(self, node: Node, point: Point) -> bool:
        """Whether it has finite values on every side that do not agree: a kink of something else."""
        values = self._around(node, point)
        large = self._at_limits.text(_LARGE)
        return bool(values) and all(abs(value) < large for value in values)

    def _value(self, node: Node, point: Sequence[Any], exact: ExactArithmetic) -> Any:
        if any(value in (math.inf, -math.inf) for value in point):
            raise UndefinedError
        names = {name: exact.number(value) for name, value in self._numbers.items()}
        names |= {
            name: exact.number(value) if isinstance(value, float) else value
            for name, value in zip(self._tensors, point, strict=True)
        }
        return evaluate(node, names, exact)

    def _around(self, node: Node, point: Point) -> list[Any]:
        values = []
        for near in self._neighbours(point):
            try:
                values.append(self._value(node, near, self._at_limits))
            except (UndefinedError, NoLimitError):
                continue
        return values

    def _limit(self, values: list[Any]) -> float:
        if not values:
            return math.nan
        low, high, large = min(values), max(values), self._at_limits.text(_LARGE)
        if max(abs(low), abs(high)) < 1 / large:
            return 0.0
        if low > large or high < -large:
            return math.inf if low > 0 else -math.inf
        return float(high) if high - low <= abs(high) * _AGREEMENT else math.nan

    def _neighbours(self, point: Point) -> list[tuple[Any, ...]]:
        """Steps of two sizes in every direction, so that no direction is favoured."""
        near = []
        for signs in itertools.product((1, -1), repeat=len(point)):
            for larger in range(max(len(point), 2)):
                sizes = [2 if place == larger else 1 for place in range(len(point))]
                steps = zip(point, signs, sizes, strict=True)
                near.append(tuple(self._beside(value, sign, size) for value, sign, size in steps))
        return list(dict.fromkeys(near))

    def _step_from(self, value: float, sign: int, size: int) -> Any:
        exact, step = self._at_limits, self._at_limits.text(_TINY) ** size
        if math.isinf(value):
            return exact.text(_HUGE) ** size * (1 if value > 0 else -1)
        return exact.number(value) * (1 + sign * step) if value else sign * step
