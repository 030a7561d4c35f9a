"""The language of `--expr` and `--grad`: op names, argument names, numbers and Python's operators.

`parse` gives a tree whose nodes know their column, so that a refusal can point at its cause. Must not know
which names there are: `vocabulary` checks them.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NoReturn

COMPARISONS: Final = {"Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Eq": "==", "NotEq": "!="}
OPERATORS: Final = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "Pow": "**"}


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
        """As Python and C++ write it."""
        return repr(float(self.value)) if self.is_float or self.value.denominator != 1 else str(self.value)


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


def walk(node: Node) -> Iterator[Node]:
    """The node and everything in it, outermost first, from left to right."""
    yield node
    for part in node.parts:
        yield from walk(part)


def names_in(node: Node) -> set[str]:
    """The names that it uses."""
    return {each.name for each in walk(node) if isinstance(each, Name)}


def is_readable(text: str) -> bool:
    """Whether it is an expression of this language, whatever its names mean."""
    try:
        parse(text)
    except ExpressionError:
        return False
    return True


def functions_in(text: str) -> set[str]:
    """The functions that an expression calls, as far as it can be read."""
    try:
        return {each.function for each in walk(parse(text)) if isinstance(each, Call)}
    except ExpressionError:
        return set()


def parse(text: str) -> Node:
    """The tree of an expression; raises ExpressionError."""
    line = text.replace("\n", " ").replace("\t", " ")
    stripped = line.strip()
    if not stripped:
        raise ExpressionError("the expression is empty", stripped, 1)
    try:
        tree = ast.parse(stripped, mode="eval")
    except SyntaxError as error:
        column = min(max(error.offset or 1, 1), len(stripped) + 1)
        raise ExpressionError(f"the expression does not parse: {error.msg}", stripped, column) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"the expression does not parse: {error}", stripped, 1) from None
    return _Reader(stripped).node(tree.body)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text

    def column(self, node: ast.expr) -> int:
        """Python counts bytes."""
        return len(self.text.encode()[: node.col_offset].decode(errors="replace")) + 1

    def fail(self, message: str, node: ast.expr, hint: str = "") -> NoReturn:
        raise ExpressionError(message, self.text, self.column(node), hint)

    def node(self, node: ast.expr) -> Node:
        at = self.column(node)
        match node:
            case ast.Name():
                return Name(node.id, column=at)
            case ast.Constant():
                return self.number(node)
            case ast.UnaryOp(op=ast.USub()):
                return Negated(self.node(node.operand), column=at)
            case ast.UnaryOp(op=ast.UAdd()):
                return self.node(node.operand)
            case ast.BinOp() if type(node.op).__name__ in OPERATORS:
                operator = OPERATORS[type(node.op).__name__]
                return Binary(operator, self.node(node.left), self.node(node.right), column=at)
            case ast.Compare():
                return self.comparison(node)
            case ast.Call():
                return self.call(node)
            case _:
                written = ast.get_source_segment(self.text, node) or type(node).__name__
                hint = "an expression is made of names, numbers, calls of ops, + - * / ** and comparisons"
                return self.fail(f"'{written}' is no part of an expression", node, hint)

    def number(self, node: ast.Constant) -> Number:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail(f"expected a real number, got {value!r}", node)
        if isinstance(value, float):
            if value in (float("inf"), float("-inf")):
                self.fail("the number is too large for a float64", node)
            return Number(Fraction(repr(value)), is_float=True, column=self.column(node))
        return Number(Fraction(value), column=self.column(node))

    def comparison(self, node: ast.Compare) -> Node:
        operator = COMPARISONS.get(type(node.ops[0]).__name__)
        if operator is None or len(node.ops) > 1:
            self.fail("a comparison has two sides and one of < <= > >= == !=", node)
        left, right = self.node(node.left), self.node(node.comparators[0])
        return Binary(operator, left, right, column=self.column(node))

    def call(self, node: ast.Call) -> Node:
        if not isinstance(node.func, ast.Name):
            self.fail("ops are called by their names", node, "write exp(self), not self.exp()")
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            self.fail(f"{node.func.id}: arguments are given by position", node)
        return Call(node.func.id, tuple(self.node(arg) for arg in node.args), column=self.column(node))
