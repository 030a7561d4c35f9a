"""Which results of an expression that is Python are certainly no tensors: read off its syntax, nothing is executed."""

import ast
from collections.abc import Iterator
from typing import Final

from tt_devtools.new_op.kinds.any_schema.op_calls import OVER_ITEMS, entry_of, is_op
from tt_devtools.new_op.language.resolve import Scope

_TENSORS: Final = ("T", "mT", "H", "mH", "real", "imag", "data", "grad")
"""The attributes of a tensor that are tensors."""


def other_than_tensors(tree: ast.expr, scope: Scope) -> Iterator[ast.expr]:
    """The parts that would be returned and are lists, numbers, texts or None; what cannot be told is none of them."""
    match tree:
        case ast.IfExp():
            yield from other_than_tensors(tree.body, scope)
            yield from other_than_tensors(tree.orelse, scope)
        case ast.Name(id=name) if scope.names.get(name, True):
            return
        case ast.Attribute(attr=name) if name in _TENSORS:
            return
        case ast.Subscript(value=ast.Attribute()) | ast.UnaryOp(op=ast.USub() | ast.UAdd()):
            inner = tree.value if isinstance(tree, ast.Subscript) else tree.operand
            if any(other_than_tensors(inner, scope)):
                yield tree
        case ast.BinOp():
            if all(any(other_than_tensors(each, scope)) for each in (tree.left, tree.right)):
                yield tree
        case ast.Call():
            if not _gives_tensor(tree, scope):
                yield tree
        case ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.In() | ast.NotIn()]):
            yield tree
        case ast.Name() | ast.Constant() | ast.Attribute():
            yield tree
        case ast.List() | ast.ListComp() | ast.GeneratorExp() | ast.Tuple():
            yield tree


def _gives_tensor(call: ast.Call, scope: Scope) -> bool:
    if not is_op(call, scope.vocabulary):
        return isinstance(call.func, ast.Name) and call.func.id in OVER_ITEMS
    entry = entry_of(call, scope.vocabulary)
    return entry is None or all(each.type == "Tensor" for each in entry.schema.returns)
