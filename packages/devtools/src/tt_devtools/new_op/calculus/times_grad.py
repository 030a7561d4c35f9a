"""`grad` times a slope: inside of the `where` that chooses it, so that what is not chosen is not multiplied either.

A bare number in a `where` would also have a dtype of its own.
"""

from fractions import Fraction
from typing import Final

from tt_devtools.new_op.language.expression import GRAD, Binary, Call, Name, Negated, Node, Number, walk

_ZERO: Final = Number(Fraction(0))
_ONE: Final = Number(Fraction(1))


def times_grad(slope: Node) -> Node:
    """grad * slope."""
    match slope:
        case Call("where", (condition, chosen, other)):
            return Call("where", (condition, times_grad(chosen), times_grad(other)))
        case Number() if slope == _ONE:
            return Name(GRAD)
        case Number() if slope == _ZERO:
            return slope
        case Negated():
            return Negated(times_grad(slope.operand))
        case Binary(operator="+" | "-") if _has_where(slope):
            return Binary(slope.operator, times_grad(slope.left), times_grad(slope.right))
        case Binary(operator="*") if _has_where(slope.left):
            return _into(slope.left, slope.right)
        case Binary(operator="*") if _is_where(slope.right):
            return _into(slope.right, slope.left)
        case Binary(operator="/") if slope.left == _ONE:
            return Binary("/", Name(GRAD), slope.right)
        case Binary(operator="*" | "/"):
            return Binary(slope.operator, times_grad(slope.left), slope.right)
        case _:
            return Binary("*", Name(GRAD), slope)


def _into(where: Node, factor: Node) -> Node:
    match where:
        case Call("where", (condition, *both)):
            inside = (each if each == _ZERO else times_grad(_product(each, factor)) for each in both)
            return Call("where", (condition, *inside))
        case _:
            return Binary("*", times_grad(where), factor)


def _product(node: Node, factor: Node) -> Node:
    if isinstance(node, Negated):
        return Negated(_product(node.operand, factor))
    return factor if node == _ONE else Binary("*", factor, node)


def _is_where(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "where"


def _has_where(node: Node) -> bool:
    return any(_is_where(each) for each in walk(node))
