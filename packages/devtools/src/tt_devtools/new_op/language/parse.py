"""Reads the language of `--expr` and `--grad`: Python's grammar, of which most is refused with its place.

Must not know which names there are, and has an end for every text: what is too large to work on is refused here.
"""

import ast
import math
import sys
from fractions import Fraction
from typing import Final, NoReturn

from tt_devtools.new_op.language.expression import (
    COMPARISONS,
    OPERATORS,
    Binary,
    Call,
    ExpressionError,
    Name,
    Negated,
    Node,
    Number,
    walk,
)

MOST_NESTED: Final = 100
MOST_PARTS: Final = 400
"""An op of this many steps is better written by hand."""
_LANGUAGE: Final = "an expression is made of names, numbers, calls of ops, + - * / // % ** and comparisons"
_INSTEAD: Final = {
    "And": "write logical_and(a, b)", "Or": "write logical_or(a, b)", "Not": "write logical_not(a)",
    "IfExp": "write where(condition, a, b)", "BitXor": "a power is written **",
}  # fmt: skip


def parse(text: str) -> Node:
    """The tree of an expression; raises ExpressionError."""
    line = text.replace("\n", " ").replace("\t", " ")
    stripped = line.strip()
    return _Reader(stripped).node(syntax(stripped))


def syntax(text: str) -> ast.expr:
    """Python's tree of an expression on one line; raises ExpressionError for what is none or too large to work on."""
    if not text:
        raise ExpressionError("the expression is empty", text, 1)
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        # Where the text ends too early, Python gives no place.
        column = min(max(error.offset or len(text) + 1, 1), len(text) + 1)
        what = f"the expression does not parse: {error.msg.partition(';')[0]}"
        raise ExpressionError(what, text, column) from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError("the expression is nested too deep", text, 1) from None
    rest = text.encode()[tree.end_col_offset :].decode()
    if "#" in rest:
        column = len(text) - len(rest) + rest.index("#") + 1
        raise ExpressionError("a comment is no part of an expression", text, column, "--doc takes words")
    _measure(tree, text)
    return tree


def _measure(root: ast.expr, text: str) -> None:
    """Refuses what is too large to work on, without recursion."""
    todo, parts = [(root, 1)], 0
    while todo:
        node, depth = todo.pop()
        parts += 1
        if depth > MOST_NESTED or parts > MOST_PARTS:
            what = f"nested more than {MOST_NESTED} deep" if depth > MOST_NESTED else "too long"
            hint = "leave --expr out, and write it by hand"
            raise ExpressionError(f"the expression is {what}", text, column_of(node, text), hint)
        inner = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
        todo += [(each, depth + 1) for each in reversed(inner)]


def column_of(node: ast.AST, text: str) -> int:
    """Python counts bytes, and from 0."""
    return len(text.encode()[: getattr(node, "col_offset", 0)].decode(errors="replace")) + 1


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


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text

    def fail(self, message: str, node: ast.expr, hint: str = "") -> NoReturn:
        raise ExpressionError(message, self.text, column_of(node, self.text), hint)

    def node(self, node: ast.expr) -> Node:
        at = column_of(node, self.text)
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
            return Number(Fraction(repr(value)), is_float=True, column=column_of(node, self.text))
        if value > sys.float_info.max:
            self.fail("the number is too large for a float64", node, "infinity is written inf")
        return Number(Fraction(value), column=column_of(node, self.text))

    def comparison(self, node: ast.Compare) -> Node:
        operator = COMPARISONS.get(type(node.ops[0]).__name__)
        if operator is None or len(node.ops) > 1:
            hint = "where(0 < self, where(self < 1, a, b), b)" if operator else ""
            self.fail("a comparison has two sides and one of < <= > >= == !=", node, hint)
        left, right = self.node(node.left), self.node(node.comparators[0])
        return Binary(operator, left, right, column=column_of(node, self.text))

    def call(self, node: ast.Call) -> Node:
        if not isinstance(node.func, ast.Name):
            self.fail("ops are called by their names", node, "write exp(self), not self.exp()")
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            self.fail(f"{node.func.id}: arguments are given by position", node)
        return Call(
            node.func.id, tuple(self.node(arg) for arg in node.args), column=column_of(node, self.text)
        )
