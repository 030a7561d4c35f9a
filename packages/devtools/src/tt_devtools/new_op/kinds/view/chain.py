"""Is an expression a chain of views of `self`? What is in between may choose, count and subscript, and no more."""

import ast

from tt_devtools.new_op.kinds.any_schema.op_calls import entry_of
from tt_devtools.new_op.kinds.any_schema.python_expression import Python
from tt_devtools.new_op.language.expression import ExpressionError
from tt_devtools.new_op.language.resolve import Scope


def check_chain(node: Python, scope: Scope) -> None:
    """Raises ExpressionError at the step that is no view."""
    wrong = _no_view(node.tree, scope)
    if wrong is None:
        return
    column = len(scope.text.encode()[: wrong.col_offset].decode(errors="replace")) + 1
    written = ast.get_source_segment(scope.text, wrong) or scope.text
    views = sorted({entry.name for entry in scope.vocabulary.entries if entry.view and not entry.internal})
    raise ExpressionError(f"'{written}' is no view of self", scope.text, column, f"views: {', '.join(views)}")


def _no_view(node: ast.expr, scope: Scope) -> ast.expr | None:
    """The part that is not a view, None when all is."""
    match node:
        case ast.Name(id="self"):
            return None
        case ast.Subscript():
            return _no_view(node.value, scope)
        case ast.Attribute(attr="T" | "mT"):
            return _no_view(node.value, scope)
        case ast.IfExp():
            return _no_view(node.body, scope) or _no_view(node.orelse, scope)
        case ast.Call():
            entry = entry_of(node, scope.vocabulary)
            viewed = node.func.value if isinstance(node.func, ast.Attribute) else (*node.args, None)[0]
            if entry is None or not entry.view or viewed is None:
                return node
            return _no_view(viewed, scope)
        case _:
            return node
