"""Other spellings of an expression, which reach further before a step overflows or cancels.

Whether one is any better is for the caller to find out. One that needs an op that the table lacks is left out.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from tt_devtools.new_op.language.expression import (
    Binary,
    Call,
    ExpressionError,
    Name,
    Negated,
    Node,
    with_parts,
)
from tt_devtools.new_op.language.parse import parse
from tt_devtools.new_op.language.resolve import Scope, power, resolve

_SPELLINGS: Final = (
    ("log(1 + exp(a))", "maximum(a, 0) + log1p(exp(-abs(a)))"),
    ("log(1 + exp(a))", "maximum(a, 0) + log(1 + exp(-abs(a)))"),
    ("log(exp(a) + exp(b))", "logaddexp(a, b)"),
    ("log(exp(a) + exp(b))", "maximum(a, b) + log1p(exp(-abs(a - b)))"),
    ("log(exp(a) + exp(b))", "maximum(a, b) + log(1 + exp(-abs(a - b)))"),
    ("log(sigmoid(a))", "minimum(a, 0) - log1p(exp(-abs(a)))"),
    ("log(sigmoid(a))", "minimum(a, 0) - log(1 + exp(-abs(a)))"),
    ("(exp(a) - exp(-a)) / (exp(a) + exp(-a))", "tanh(a)"),
    ("(1 - exp(-2 * a)) / (1 + exp(-2 * a))", "tanh(a)"),
    ("(exp(2 * a) - 1) / (exp(2 * a) + 1)", "tanh(a)"),
    ("exp(a) / (1 + exp(a))", "sigmoid(a)"),
    ("exp(a) / (exp(a) + exp(b))", "sigmoid(a - b)"),
    ("1 / (1 + exp(a))", "sigmoid(-a)"),
    ("1 - sigmoid(a)", "sigmoid(-a)"),
    ("sqrt(a * a + b * b + c)", "hypot(hypot(a, b), sqrt(c))"),
    ("sqrt(a * a + b * b)", "hypot(a, b)"),
    ("sqrt(a * a)", "abs(a)"),
    ("log(1 + a)", "log1p(a)"),
    ("exp(a) - 1", "expm1(a)"),
    ("log(exp(a))", "a"),
    ("a * log(a)", "where(a == 0, 0, a * log(a))"),
    ("a * sigmoid(a)", "a / (1 + exp(-a))"),
)  # fmt: skip
"""What is written and what says the same; a, b and c stand for anything."""


def spellings(node: Node, scope: Scope) -> Iterator[Node]:
    """The expression with one part, or all parts of a kind, said in another way."""
    for written, other in _SPELLINGS:
        pattern, instead = _squared(parse(written)), parse(other)
        changed = _replaced(_squared(node), pattern, instead)
        if changed != _squared(node):
            try:
                yield resolve(changed, scope)
            except ExpressionError:
                continue


def _replaced(node: Node, pattern: Node, instead: Node) -> Node:
    meaning: dict[str, Node] = {}
    if _matches(pattern, node, meaning):
        return _filled(instead, meaning)
    return with_parts(node, (_replaced(part, pattern, instead) for part in node.parts))


def _matches(pattern: Node, node: Node, meaning: dict[str, Node]) -> bool:
    """Whether they are alike, in either order of a sum or product; `meaning` gets what letters stand for."""
    match pattern, node:
        case Name(), _:
            return meaning.setdefault(pattern.name, node) == node
        case Negated(), Negated():
            return _matches(pattern.operand, node.operand, meaning)
        case Call(), Call() if pattern.function == node.function:
            pairs = zip(pattern.arguments, node.arguments, strict=True)
            return all(_matches(one, other, meaning) for one, other in pairs)
        case Binary(), Binary() if pattern.operator == node.operator:
            orders = [node.parts, node.parts[::-1]] if node.operator in "+*" else [node.parts]
            for left, right in orders:
                tried = dict(meaning)
                if _matches(pattern.left, left, tried) and _matches(pattern.right, right, tried):
                    meaning.update(tried)
                    return True
            return False
        case _:
            return pattern == node


def _filled(node: Node, meaning: Mapping[str, Node]) -> Node:
    if isinstance(node, Name):
        return meaning[node.name]
    return with_parts(node, (_filled(part, meaning) for part in node.parts))


def _squared(node: Node) -> Node:
    """With a square as the product that it is computed as."""
    if isinstance(node, Binary) and power(node) == 2:
        return Binary("*", _squared(node.left), _squared(node.left))
    return with_parts(node, map(_squared, node.parts))
