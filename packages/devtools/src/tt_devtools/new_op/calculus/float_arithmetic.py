"""Expressions on arrays of one float dtype, by NumPy: every step is rounded as the functor rounds it."""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from tt_devtools.new_op.calculus.arrays import np
from tt_devtools.new_op.calculus.evaluate import UnknownFunctionError
from tt_devtools.new_op.language.vocabulary import Vocabulary

_OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": lambda a, b: np.divide(a, b),
    "//": lambda a, b: np.floor_divide(a, b), "%": lambda a, b: np.remainder(a, b),
    "**": lambda a, b: np.power(a, b), "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def _sigmoid(x: Any) -> Any:
    small = np.exp(-np.abs(x))
    return np.where(x < 0, small, 1) / (1 + small)


_WITHOUT_NUMPY: Final[dict[str, Callable[..., Any]]] = {
    "sigmoid": _sigmoid,
    "relu": lambda x: np.where(x < 0, x.dtype.type(0), x),
    "div_trunc": lambda a, b: np.trunc(a / b),
    "div_floor": lambda a, b: np.floor_divide(a, b),
}
"""The table's ops that NumPy has under no name."""


class FloatArithmetic:
    """Of `float32` or `float64`."""

    def __init__(self, dtype: str, vocabulary: Vocabulary) -> None:
        self._type = np.dtype(dtype).type
        self._vocabulary = vocabulary

    def number(self, value: Fraction | float) -> Any:
        return self._type(float(value))

    def operate(self, operator: str, left: Any, right: Any) -> Any:
        return _OPERATORS[operator](left, right)

    def choose(self, condition: Any, chosen: Callable[[], Any], other: Callable[[], Any]) -> Any:
        return np.where(condition, chosen(), other())

    def call(self, function: str, arguments: list[Any]) -> Any:
        found = self._vocabulary.function(function, len(arguments))
        name = found.entry.numpy if found else ""
        known = getattr(np, name) if name else _WITHOUT_NUMPY.get(function)
        if known is None:
            raise UnknownFunctionError(function)
        return known(*map(np.asarray, arguments))
