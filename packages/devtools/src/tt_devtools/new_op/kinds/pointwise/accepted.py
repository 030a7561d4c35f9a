"""The dtypes of a pointwise op: those that were asked for, else those in which its expression means something.

Sums, differences and products of integers stay integers; everything else is computed in floating dtypes.
"""

from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.asked.request import Dtypes
from tt_devtools.new_op.kinds.pointwise.schema import numbers
from tt_devtools.new_op.language.expression import Binary, Name, Negated, Node, Number
from tt_devtools.new_op.language.resolve import power
from tt_opspec.dtypes import COMPLEX, FLOATING, INTEGRAL, REAL
from tt_opspec.schema import REQUIRED, Arg, Schema

_LARGEST_EVERYWHERE: Final = 127  # every integer dtype holds it


def chosen(asked: frozenset[str], schema: Schema, value: Node | None) -> Dtypes:
    """What the entry's accepts= and promotes= are; a Failure for complex dtypes of an expression."""
    integral = value is not None and stays_integral(value) and all(map(_fits_integers, numbers(schema)))
    if integral and "bool" not in asked:
        return Dtypes(asked or INTEGRAL | FLOATING, "default")
    accepts = asked or REAL
    if value is None and not accepts & (FLOATING | COMPLEX):
        return Dtypes(accepts, "default")
    if not accepts - FLOATING - COMPLEX:
        return Dtypes(accepts, "default")
    if not accepts >= FLOATING:
        what = (
            "--dtypes: bool and integers are converted to the default floating dtype here, which may be any"
        )
        raise Failure(what, hint=f"--dtypes floating,{','.join(sorted(accepts - FLOATING))}", code=MISUSED)
    # Bools go the way of the integers: by the time that dtypes are looked at, both are floating.
    return Dtypes(accepts | {"bool"} if accepts & INTEGRAL else accepts, "int_to_float")


def refuse_complex(asked: frozenset[str]) -> None:
    """A Failure for dtypes in which no expression is computed."""
    if refused := sorted(asked & COMPLEX):
        hint = "--kind composite computes it by ops that have complex dtypes; without --expr the functor is yours"
        what = f"--dtypes: an expression is computed in real numbers, got {refused[0]}"
        raise Failure(what, hint=hint, code=MISUSED)


def keeps_integers(dtypes: Dtypes) -> bool:
    """Computed in integer dtypes as well, where it wraps around."""
    return dtypes.promotes == "default" and bool(dtypes.accepts & INTEGRAL)


def _fits_integers(number: Arg) -> bool:
    """Whether its default, if it has one, is a number that every integer dtype holds, and the next one too."""
    if number.type not in ("int", "bool", "Scalar"):
        return False
    default = number.default
    return default is REQUIRED or (isinstance(default, int) and 0 <= default < _LARGEST_EVERYWHERE)


def stays_integral(node: Node) -> bool:
    """Only sums, differences and products, with numbers that every integer dtype holds."""
    match node:
        case Name():
            return True
        case Number():
            return not node.is_float and node.value <= _LARGEST_EVERYWHERE
        case Negated():
            return not isinstance(node.operand, Number) and stays_integral(node.operand)
        case Binary() if power(node):
            return stays_integral(node.left)
        case Binary(operator="+" | "-" | "*"):
            return stays_integral(node.left) and stays_integral(node.right)
        case _:
            return False
