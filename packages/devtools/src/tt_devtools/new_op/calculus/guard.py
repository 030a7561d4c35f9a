"""`where` that guards both directions: what it does not choose is computed from 1, not from where it is undefined.

The value is the same; the gradient that autograd sends into the branch that was not chosen is 0 times a number
instead of 0 times infinity.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from tt_devtools.new_op.language.expression import (
    GRAD,
    Binary,
    Call,
    Name,
    Node,
    Number,
    names_in,
    with_parts,
)

_ONE: Final = Number(Fraction(1))


def guarded(node: Node) -> Node:
    """With every branch of every `where` guarded that does more than add and multiply."""
    return _guarded(node, {})


def _guarded(node: Node, meaning: Mapping[str, Node]) -> Node:
    match node:
        case Name():
            return meaning.get(node.name, node)
        case Binary() if node.is_comparison:  # no gradient goes through it
            return node
        case Call("where", (condition, chosen, other)):
            first = _branch(chosen, meaning, lambda name: Call("where", (condition, name, _ONE)))
            second = _branch(other, meaning, lambda name: Call("where", (condition, _ONE, name)))
            return with_parts(node, (condition, first, second))
        case _:
            return with_parts(node, (_guarded(part, meaning) for part in node.parts))


def _branch(node: Node, meaning: Mapping[str, Node], choose: Callable[[Node], Node]) -> Node:
    if not _may_be_infinite(node):
        return _guarded(node, meaning)
    names = sorted(names_in(node) - {GRAD})
    return _guarded(node, {**meaning, **{name: choose(meaning.get(name, Name(name))) for name in names}})


def _may_be_infinite(node: Node) -> bool:
    match node:
        case Call("where", (_, *branches)):
            return any(map(_may_be_infinite, branches))
        case Call() | Binary("/" | "**"):
            return True
        case _:
            return any(map(_may_be_infinite, node.parts))
