"""One expression at special values in one dtype: what it gives there, what it truly is, and the same of its slopes."""

from collections.abc import Mapping
from typing import Any, Final

from tt_devtools.new_op.calculus.arrays import np
from tt_devtools.new_op.calculus.backward import Backward
from tt_devtools.new_op.calculus.evaluate import evaluate
from tt_devtools.new_op.calculus.float_arithmetic import FloatArithmetic
from tt_devtools.new_op.calculus.special_values import Point, points, strangeness
from tt_devtools.new_op.calculus.true_values import TrueValues
from tt_devtools.new_op.language.expression import GRAD, RESULT, Node, names_in
from tt_devtools.new_op.language.resolve import Scope

DTYPES: Final = ("float32", "float64")
GROSS: Final = 0.02
"""An error that rounding alone does not explain."""
USUAL_NUMBER: Final = 0.5
"""For an argument whose default nobody knows."""


class Probe:
    """Of the expression `value`."""

    def __init__(self, value: Node, scope: Scope, dtype: str) -> None:
        self.dtype = dtype
        self._scope = scope
        used = names_in(value)
        self.tensors = tuple(name for name, is_tensor in scope.names.items() if is_tensor and name in used)
        numbers = {name: scope.numbers.get(name, USUAL_NUMBER) for name in used if not scope.names[name]}
        self.points = points(value, len(self.tensors), dtype)
        self._arithmetic = FloatArithmetic(dtype, scope.vocabulary)
        self._true = TrueValues(dtype, self.tensors, numbers)
        columns = np.asarray(self.points, dtype).reshape(-1, len(self.tensors)).T
        self._names: dict[str, Any] = dict(zip(self.tensors, columns, strict=True))
        with np.errstate(over="ignore"):  # a float64 may be infinite in float32, as it will be to the op
            self._names |= {name: np.dtype(dtype).type(number) for name, number in numbers.items()}
        sizes = np.abs(np.asarray(self.points))
        self.is_finite = np.all(np.isfinite(sizes), axis=1)
        self.is_usual = np.all((sizes == 0) | ((sizes > 1e-10) & (sizes < 1e10)), axis=1)
        self.value = self._evaluated(value)
        self.truth = self.true(value)
        self.is_right = (errors(self.value, self.truth, dtype, at_least=0) < GROSS) & ~np.isnan(self.truth)
        self._names |= {RESULT: self.value, GRAD: np.ones(len(self.points), dtype)}

    def _evaluated(self, node: Node) -> Any:
        with np.errstate(all="ignore"):
            values = evaluate(node, self._names, self._arithmetic)
        return np.broadcast_to(values, (len(self.points),))

    def true(self, node: Node, *, limits: bool = True) -> Any:
        """Of an expression of the arguments; NaN where nothing is known, as at places with no more than a limit."""
        return self._true.at(node, self.points, limits=limits)

    def gives(self, node: Node) -> Any:
        """Of an expression of the arguments, `grad` which is 1, and `result`."""
        return self._evaluated(node)

    def second(self, formula: Node, firsts: Mapping[str, Node | None]) -> Mapping[str, Any]:
        """What autograd gives for the slopes of a formula."""
        scope = Scope(
            self._scope.vocabulary, self._scope.text, {**self._scope.names, GRAD: True, RESULT: True}
        )
        with np.errstate(all="ignore"):
            return Backward(scope, self._arithmetic, self._names).slopes(formula, firsts)

    def has_sides(self, node: Node, where: Any) -> Any:
        """Of the points at which `where` holds: those with a finite value on every side of which no two agree."""
        pairs = zip(self.points, where, strict=True)
        return np.asarray([bool(holds) and self._true.has_sides(node, point) for point, holds in pairs])

    def is_steady(self, node: Node, where: Any, at_least: float = 1) -> Any:
        """Of the points at which `where` holds: those where a rounded argument gives much the same."""
        step = 4 * float(np.finfo(self.dtype).eps)
        steady = np.array(where)
        for at, point in enumerate(self.points):
            if not where[at]:
                continue
            near = [tuple(value * (1 + sign * step) for value in point) for sign in (-1, 0, 1)]
            truths = self._true.at(node, near)
            steady[at] = np.isnan(truths[1]) or bool(
                np.all(errors(truths, truths[1], self.dtype, at_least) < GROSS)
            )
        return steady

    def least_strange(self, where: Any) -> Point | None:
        """Of the points at which `where` holds; None where it holds at none."""
        places = [point for point, holds in zip(self.points, where, strict=True) if holds]
        return min(places, key=strangeness, default=None)


def errors(got: Any, truth: Any, dtype: str, at_least: Any) -> Any:
    """Relative errors, compared with `at_least` where the truth is smaller than that; 0 where it is unknown.

    Not a number and a wrong infinity are infinite errors; infinity is right for what the dtype does not hold.
    """
    limits = np.finfo(dtype)
    got, truth = np.asarray(got, "float64"), np.asarray(truth, "float64")
    floor = np.maximum(at_least, float(limits.tiny) * 1e-4)
    with np.errstate(all="ignore"):
        error = np.abs(got - truth) / np.maximum(np.abs(truth), floor)
        overflows = (np.abs(truth) > float(limits.max) / 2) & (np.sign(got) == np.sign(truth))
    error = np.where(overflows & (np.abs(got) > float(limits.max) / 4), 0.0, error)
    error = np.where(np.isnan(error), np.inf, error)
    return np.where(np.isnan(truth), 0.0, error)
