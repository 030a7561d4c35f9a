"""Trees of expressions: op names, argument names, numbers and Python's operators, which `parse` reads.

Their nodes know their column, so that a refusal can point at its cause. Must not know which names there are:
`vocabulary` does.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

COMPARISONS: Final = {"Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Eq": "==", "NotEq": "!="}
OPERATORS: Final = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**",
}  # fmt: skip
CONSTANTS: Final = {"pi": math.pi, "e": math.e, "inf": math.inf}
GRAD: Final = "grad"
RESULT: Final = "result"
"""What a formula names besides the arguments: the gradient that comes in, and the op's own value."""


class ExpressionError(ValueError):
    """An expression that is refused. `column` counts characters from 1; `hint` may be ""."""

    def __init__(self, message: str, text: str, column: int, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.column = column
        self.hint = hint

    def caret(self) -> str:
        """The text and, on the line below it, a ^ under the column."""
        return f"{self.text}\n{' ' * (self.column - 1)}^"


@dataclass(frozen=True, slots=True)
class Node:
    """A part of an expression; two parts are equal when they say the same, wherever they stand."""

    column: int = field(default=1, compare=False, kw_only=True)

    @property
    def parts(self) -> "tuple[Node, ...]":
        """The operands or arguments."""
        return ()


@dataclass(frozen=True, slots=True)
class Name(Node):
    """An argument of the op, or `grad` or `result` in a formula."""

    name: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A literal, exact: 0.1 is a tenth. `is_float` tells 2.0 from 2."""

    value: Fraction
    is_float: bool = False

    @property
    def text(self) -> str:
        """As Python and C++ write it. Beyond 2^53 an integer literal is no number of C++."""
        whole = self.value.denominator == 1 and abs(self.value) <= 2**53
        return str(self.value) if whole and not self.is_float else repr(float(self.value))


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """One of CONSTANTS, by its name."""

    name: str

    @property
    def value(self) -> float:
        return CONSTANTS[self.name]


@dataclass(frozen=True, slots=True)
class Negated(Node):
    """`-operand`."""

    operand: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`left operator right`, arithmetic or a comparison."""

    operator: str
    left: Node
    right: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.left, self.right)

    @property
    def is_comparison(self) -> bool:
        """Whether it is true or false."""
        return self.operator in COMPARISONS.values()


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(arguments)`."""

    function: str
    arguments: tuple[Node, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.arguments


def with_parts(node: Node, parts: Iterable[Node]) -> Node:
    """The same with other operands or arguments."""
    match node, tuple(parts):
        case Negated(), (operand,):
            return replace(node, operand=operand)
        case Binary(), (left, right):
            return replace(node, left=left, right=right)
        case Call(), arguments:
            return replace(node, arguments=arguments)
        case _:
            return node


def walk(node: Node) -> Iterator[Node]:
    """The node and everything in it, outermost first, from left to right."""
    yield node
    for part in node.parts:
        yield from walk(part)


def names_in(node: Node) -> set[str]:
    """The names that it uses."""
    return {each.name for each in walk(node) if isinstance(each, Name)}
