"""The language of `--expr` and `--grad`: op names, argument names, numbers and Python's operators.

`parse` gives a tree whose nodes know their column, so that a refusal can point at its cause. Must not know
which names there are: `vocabulary` checks them.
"""

import ast
import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final, NoReturn

COMPARISONS: Final = {"Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Eq": "==", "NotEq": "!="}
OPERATORS: Final = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**",
}  # fmt: skip
CONSTANTS: Final = {"pi": math.pi, "e": math.e, "inf": math.inf}
GRAD: Final = "grad"
RESULT: Final = "result"
"""What a formula names besides the arguments: the gradient that comes in, and the op's own value."""
MOST_NESTED: Final = 100
MOST_PARTS: Final = 400
"""An op of this many steps is better written by hand."""


_LANGUAGE: Final = "an expression is made of names, numbers, calls of ops, + - * / // % ** and comparisons"
_INSTEAD: Final = {
    "And": "write logical_and(a, b)", "Or": "write logical_or(a, b)", "Not": "write logical_not(a)",
    "IfExp": "write where(condition, a, b)", "BitXor": "a power is written **",
}  # fmt: skip


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
        what = f"the expression does not parse: {error.msg.partition(';')[0]}"
        raise ExpressionError(what, stripped, column) from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError("the expression is nested too deep", stripped, 1) from None
    reader = _Reader(stripped)
    reader.measure(tree.body)
    return reader.node(tree.body)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text

    def column(self, node: ast.expr) -> int:
        """Python counts bytes."""
        return len(self.text.encode()[: node.col_offset].decode(errors="replace")) + 1

    def fail(self, message: str, node: ast.expr, hint: str = "") -> NoReturn:
        raise ExpressionError(message, self.text, self.column(node), hint)

    def measure(self, root: ast.expr) -> None:
        """Refuses what is too large to work on, without recursion."""
        todo, parts = [(root, 1)], 0
        while todo:
            node, depth = todo.pop()
            parts += 1
            if depth > MOST_NESTED or parts > MOST_PARTS:
                what = f"nested more than {MOST_NESTED} deep" if depth > MOST_NESTED else "too long"
                self.fail(f"the expression is {what}", node, "leave --expr out, and write the functor")
            inner = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
            todo += [(each, depth + 1) for each in reversed(inner)]

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
                hint = _INSTEAD.get(type(getattr(node, "op", node)).__name__, _LANGUAGE)
                return self.fail(f"'{written}' is no part of an expression", node, hint)

    def number(self, node: ast.Constant) -> Number:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail(f"expected a real number, got {value!r}", node)
        if isinstance(value, float):
            if math.isinf(value):
                self.fail("the number is too large for a float64", node, "infinity is written inf")
            return Number(Fraction(repr(value)), is_float=True, column=self.column(node))
        if value > sys.float_info.max:
            self.fail("the number is too large for a float64", node, "infinity is written inf")
        return Number(Fraction(value), column=self.column(node))

    def comparison(self, node: ast.Compare) -> Node:
        operator = COMPARISONS.get(type(node.ops[0]).__name__)
        if operator is None or len(node.ops) > 1:
            hint = "where(0 < self, where(self < 1, a, b), b)" if operator else ""
            self.fail("a comparison has two sides and one of < <= > >= == !=", node, hint)
        left, right = self.node(node.left), self.node(node.comparators[0])
        return Binary(operator, left, right, column=self.column(node))

    def call(self, node: ast.Call) -> Node:
        if not isinstance(node.func, ast.Name):
            self.fail("ops are called by their names", node, "write exp(self), not self.exp()")
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            self.fail(f"{node.func.id}: arguments are given by position", node)
        return Call(node.func.id, tuple(self.node(arg) for arg in node.args), column=self.column(node))
