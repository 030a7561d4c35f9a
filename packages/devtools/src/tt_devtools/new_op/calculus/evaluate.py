"""The value of an expression in any arithmetic: that of a float dtype (float_arithmetic) or an exact one."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

from tt_devtools.new_op.language.expression import Binary, Call, Constant, Name, Negated, Node, Number
from tt_devtools.new_op.language.resolve import power


class UnknownFunctionError(LookupError):
    """The arithmetic has no function of the name that is the message."""


class Arithmetic(Protocol):
    """What can be done to values, of whatever type they are."""

    def number(self, value: Fraction | float) -> Any:
        """A literal or a constant."""

    def operate(self, operator: str, left: Any, right: Any) -> Any:
        """`left operator right`."""

    def choose(self, condition: Any, chosen: Callable[[], Any], other: Callable[[], Any]) -> Any:
        """`where`."""

    def call(self, function: str, arguments: list[Any]) -> Any:
        """Any other op; raises UnknownFunctionError."""


def evaluate(node: Node, names: Mapping[str, Any], arithmetic: Arithmetic) -> Any:
    """The steps of the expression as the functor takes them, one after another."""
    match node:
        case Name():
            return names[node.name]
        case Number() | Constant():
            return arithmetic.number(node.value)
        case Negated():
            return -evaluate(node.operand, names, arithmetic)
        case Binary() if factors := power(node):
            factor = value = evaluate(node.left, names, arithmetic)
            for _ in range(factors - 1):
                value = arithmetic.operate("*", value, factor)
            return value
        case Binary():
            left, right = (evaluate(part, names, arithmetic) for part in node.parts)
            return arithmetic.operate(node.operator, left, right)
        case Call("where", (condition, chosen, other)):
            return arithmetic.choose(
                evaluate(condition, names, arithmetic),
                lambda: evaluate(chosen, names, arithmetic),
                lambda: evaluate(other, names, arithmetic),
            )
        case Call():
            return arithmetic.call(
                node.function, [evaluate(each, names, arithmetic) for each in node.arguments]
            )
        case _:
            raise AssertionError(node)
