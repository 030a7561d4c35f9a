"""The reference of an expression that is Python: the same steps over NumPy arrays, where NumPy or samples have them."""

import ast
from copy import deepcopy
from typing import Final

from tt_devtools.new_op.kinds.any_schema.op_calls import entry_of, is_op
from tt_devtools.new_op.kinds.any_schema.python_expression import Python
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_opspec.entry import OpEntry

_SAME: Final = ("shape", "ndim", "T", "mT")
"""Attributes that arrays have under the same names."""
_FACTS: Final = {"numel": "size", "dim": "ndim"}
"""What is a method of a tensor and an attribute of an array."""


class _NoReferenceError(Exception):
    """A step that arrays cannot take."""


def reference_text(node: Python, vocabulary: Vocabulary) -> str:
    """The reference's expression; "" where a step of it is none of NumPy's and of no op."""
    try:
        return _in_single_parentheses(ast.unparse(_OfArrays(vocabulary).visit(deepcopy(node.tree))))
    except _NoReferenceError:
        return ""


def _in_single_parentheses(text: str) -> str:
    """`sum((x for x in y))`, as unparse writes it, without the second pair."""
    places: list[int] = []
    for each in ast.walk(ast.parse(text, mode="eval")):
        match each:
            case ast.Call(args=[ast.GeneratorExp(col_offset=start, end_col_offset=int(end))], keywords=[]):
                places += (start, end - 1)
    kept = text.encode()  # Python counts bytes
    for place in sorted(places, reverse=True):
        kept = kept[:place] + kept[place + 1 :]
    return kept.decode()


def _gathered(entry: OpEntry, given: list[ast.expr]) -> list[ast.expr]:
    """The sizes of view(2, 3) as the one argument that a reference takes."""
    at = next(
        index for index, arg in enumerate(entry.schema.args) if arg.type == "int" and arg.list_size == 0
    )
    sizes = given[at:]
    if not sizes or (len(sizes) == 1 and not isinstance(sizes[0], ast.Constant | ast.UnaryOp)):
        return given
    return [*given[:at], ast.Tuple(sizes, ast.Load())]


class _OfArrays(ast.NodeTransformer):
    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def visit_Call(self, call: ast.Call) -> ast.AST:
        func = call.func
        if not is_op(call, self._vocabulary):
            if isinstance(func, ast.Name):
                return self.generic_visit(call)
            if not isinstance(func, ast.Attribute) or func.attr not in _FACTS or call.args or call.keywords:
                raise _NoReferenceError
            return ast.Attribute(self.visit(func.value), _FACTS[func.attr], ast.Load())
        entry = entry_of(call, self._vocabulary)
        if entry is None:  # its arguments are not known before it is called
            raise _NoReferenceError
        if isinstance(func, ast.Attribute):
            call.args = [func.value, *call.args]
        if entry.varargs:
            call.args = _gathered(entry, call.args)
        # NumPy computes functions of short integers in half precision; samples know better.
        if entry.numpy and entry.pointwise and entry.promotes == "default" and not call.keywords:
            call.func = ast.Attribute(ast.Name("np", ast.Load()), entry.numpy, ast.Load())
        else:
            call.func = ast.Call(ast.Name("reference_of", ast.Load()), [ast.Constant(entry.qualified)], [])
        call.args = [self.visit(each) for each in call.args]
        call.keywords = [self.visit(each) for each in call.keywords]
        return call

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if node.attr not in _SAME:
            raise _NoReferenceError
        return self.generic_visit(node)
