"""Expressions on single numbers to hundreds of digits, by mpmath, which SymPy brings along.

What has no value there raises UndefinedError: a quotient by 0, a logarithm below 0, infinity minus infinity.
"""

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, Final

from tt_devtools.new_op.calculus.evaluate import UnknownFunctionError

_LARGEST_BITS: Final = 1200
"""Of an argument's exponent: beyond it most functions are at their limits, and mpmath would work for ever."""


class UndefinedError(ArithmeticError):
    """No real number; there may be a limit."""


class NoLimitError(ArithmeticError):
    """No real number, and what is close by says nothing: a remainder of a division by 0."""


class ExactArithmetic:
    """Of `bits` binary digits; exponents are not bounded."""

    def __init__(self, bits: int) -> None:
        import mpmath

        self._mp = mpmath.MPContext()
        self._mp.prec = bits
        self._known = cache(self._called)  # a grid of points has few distinct arguments
        self._beside = self._mp.ldexp(1, -300)
        one, zero = self._mp.one, self._mp.zero
        self._functions: dict[str, Callable[..., Any]] = {
            "abs": self._mp.fabs,
            "exp": self._exp,
            "log": self._mp.log,
            "log1p": self._mp.log1p,
            "sqrt": self._mp.sqrt,
            "sigmoid": lambda x: one / (one + self._exp(-x)),
            "relu": lambda x: max(x, zero),
            "maximum": max,
            "minimum": min,
            "pow": self._power,
            "logical_and": lambda a, b: bool(a) and bool(b),
            "logical_or": lambda a, b: bool(a) or bool(b),
            "logical_xor": lambda a, b: bool(a) != bool(b),
            "logical_not": lambda a: not a,
            "div_floor": lambda a, b: self._mp.floor(self._quotient(a, b)),
            "floor_divide": lambda a, b: self._mp.floor(self._quotient(a, b)),
            "div_trunc": lambda a, b: self._mp.sign(a / b) * self._mp.floor(abs(self._quotient(a, b))),
            "remainder": lambda a, b: a - b * self._mp.floor(self._quotient(a, b)),
        }
        self._operators = {
            **_OPERATORS,
            "**": self._power,
            "//": self._functions["floor_divide"],
            "%": self._functions["remainder"],
        }

    def number(self, value: Fraction | float) -> Any:
        if isinstance(value, Fraction):
            return self._mp.mpf(value.numerator) / value.denominator
        return self._mp.mpf(value)

    def text(self, text: str) -> Any:
        """A number that no float64 holds, from its decimals."""
        return self._mp.mpf(text)

    def operate(self, operator: str, left: Any, right: Any) -> Any:
        try:
            return self._real(self._operators[operator](left, right))
        except ZeroDivisionError:
            raise UndefinedError from None

    def choose(self, condition: Any, chosen: Callable[[], Any], other: Callable[[], Any]) -> Any:
        return chosen() if condition else other()

    def call(self, function: str, arguments: list[Any]) -> Any:
        return self._known(function, *arguments)

    def _called(self, function: str, *arguments: Any) -> Any:
        own, others = self._functions.get(function), getattr(self._mp, function, None)
        try:
            if own is not None:
                return self._real(own(*arguments))
            if callable(others):
                return self._real(others(*map(self._bounded, arguments)))
        except (ZeroDivisionError, ValueError):
            raise UndefinedError from None
        raise UnknownFunctionError(function)

    def _quotient(self, left: Any, right: Any) -> Any:
        if right == 0 or self._mp.isinf(left):
            raise NoLimitError
        return left / right

    def _bounded(self, value: Any) -> Any:
        if isinstance(value, bool) or abs(value) < self._mp.ldexp(1, _LARGEST_BITS):
            return value
        return self._mp.inf if value > 0 else self._mp.ninf

    def _exp(self, value: Any) -> Any:
        """A step beside whole numbers: of those mpmath takes the power of e, which is slow for large ones."""
        value = self._bounded(value)
        return self._mp.exp(value + self._beside if abs(value) > 64 else value)

    def _power(self, base: Any, exponent: Any) -> Any:
        if abs(exponent) <= 64 and exponent == int(exponent):
            return base ** int(exponent)
        if base == 0:
            if exponent < 0 and exponent % 2 == 1:
                raise UndefinedError  # infinite, of the sign of a zero
            return base if exponent > 0 else self._mp.inf if exponent < 0 else self._mp.one
        if base < 0 and exponent != self._mp.floor(exponent):
            raise UndefinedError
        size = self._exp(exponent * self._mp.log(abs(base)))
        return -size if base < 0 and exponent % 2 else size

    def _real(self, value: Any) -> Any:
        if isinstance(value, self._mp.mpc) or (not isinstance(value, bool) and value != value):
            raise UndefinedError
        return value


_OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
