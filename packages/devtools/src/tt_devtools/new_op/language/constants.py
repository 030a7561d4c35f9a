"""What the numbers of an expression alone amount to: refused where it is nothing, or too large to be worked out.

Nothing is replaced by its value; the op computes it as it was written.
"""

import sys
from fractions import Fraction
from typing import Final

from tt_devtools.new_op.language.expression import Binary, Negated, Node, Number

_MOST_BITS: Final = 4096
"""Numbers of this size are far outside of a float64, and still exact within a moment."""


class NoNumberError(ValueError):
    """The message says what is wrong with the numbers."""


def constant(node: Node) -> Fraction | None:
    """The exact value of a part without names, None where it has some or is irrational; raises NoNumberError."""
    match node:
        case Number():
            return node.value
        case Negated():
            inner = constant(node.operand)
            return None if inner is None else -inner
        case Binary() if not node.is_comparison:
            left, right = constant(node.left), constant(node.right)
            return None if left is None or right is None else _checked(_value(node.operator, left, right))
        case _:
            return None


def _value(operator: str, left: Fraction, right: Fraction) -> Fraction | None:
    if operator in ("/", "//", "%") and right == 0:
        raise NoNumberError("the division is by zero")
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
        case "//":
            return Fraction(left // right)
        case "%":
            return left % right
        case _:
            return _power(left, right)


def _power(base: Fraction, exponent: Fraction) -> Fraction | None:
    if base == 0 and exponent < 0:
        raise NoNumberError("the division is by zero")
    if exponent.denominator != 1:
        if base < 0:
            raise NoNumberError("a power of a negative number is no real number")
        return None
    bits = max(abs(base.numerator), base.denominator).bit_length() - 1
    if bits * abs(exponent) > _MOST_BITS:
        raise NoNumberError("the number is too large for a float64")
    return Fraction(base**exponent)


def _checked(value: Fraction | None) -> Fraction | None:
    if value is not None and abs(value) > Fraction(sys.float_info.max):
        raise NoNumberError("the number is too large for a float64")
    return value
