"""Derivatives of ops of any schema: formulas that were given, as Python over ops, and blanks for the others."""

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.kinds.any_schema.op_calls import with_ops
from tt_devtools.new_op.kinds.any_schema.python_expression import Python, names_in, read
from tt_devtools.new_op.kinds.any_schema.signature import tensors
from tt_devtools.new_op.kinds.kind import UNWRITTEN, Needs
from tt_devtools.new_op.language.expression import GRAD, RESULT, ExpressionError, Node
from tt_devtools.new_op.language.resolve import Scope
from tt_opspec.dtypes import INEXACT


def read_formula(scope: Scope) -> Node:
    """The scope's text; raises ExpressionError."""
    found = read(scope, "a formula")
    if GRAD not in names_in(found):
        hint = f"grad * ({scope.text})"
        raise ExpressionError("the formula does not use 'grad'", scope.text, 1, hint)
    return found


def formula_text(request: Request, name: str, needs: Needs) -> str:
    """`self=lambda grad, dim: ...`, of a formula that was given."""
    node = request.grads[name]
    assert isinstance(node, Python)
    text = with_ops(node.text, node.tree, request.vocabulary)
    if text != node.text:
        needs("tt_core", "ops")
    known = (GRAD, *(arg.name for arg in request.schema.args), RESULT)
    used = [each for each in known if each in names_in(node)]
    return f"{name}=lambda {', '.join(used)}: {text}"


def blanks(request: Request) -> list[str]:
    """The tensors whose derivatives are left to be written."""
    if not request.dtypes.accepts & INEXACT:
        return []
    return [name for name in tensors(request.schema) if name not in request.grads]


def derivative(request: Request, needs: Needs) -> str:
    """`derivative(...)` with a formula or a blank for each tensor; integers have none."""
    if not request.dtypes.accepts & INEXACT:
        return f'non_differentiable("{request.name}")\n'
    lines = []
    for name in tensors(request.schema):
        if name in request.grads:
            lines.append(formula_text(request, name, needs))
        else:
            needs(UNWRITTEN, "unwritten")
            lines.append(f'{name}=lambda grad: unwritten("{request.name}", "{name}")')
    inner = "".join(f"    {line},\n" for line in lines)
    return f'derivative(\n    "{request.name}",\n{inner})\n'
