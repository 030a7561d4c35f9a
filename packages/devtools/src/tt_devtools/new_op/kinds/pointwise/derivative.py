"""The derivative of a pointwise op: a formula for each tensor, given, found by SymPy, or still to be written."""

from collections.abc import Sequence

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.calculus.derive import Derivatives
from tt_devtools.new_op.calculus.given_formula import differs
from tt_devtools.new_op.kinds.kind import UNWRITTEN, Needs
from tt_devtools.new_op.language.expression import GRAD, RESULT, Node, names_in
from tt_devtools.new_op.language.python_text import TENSOR_OF, TRUTH_OF, formula_text, uses_ops
from tt_opspec.dtypes import INEXACT

_OPERAND = "tt_autograd.operand"


def derivative(request: Request, needs: Needs) -> str:
    """`derivative(...)` for formulas/*.py, or `non_differentiable(...)`."""
    if not request.dtypes.accepts & INEXACT:
        return f'non_differentiable("{request.name}")\n'
    formulas = request.grads if request.value is None else _found(request, request.value)
    if request.value is not None and not any(formulas.values()):
        return f'non_differentiable("{request.name}")\n'
    scope = request.scope(request.expr, GRAD, RESULT)
    uses = any(node is not None and uses_ops(node, scope) for node in formulas.values())
    ops = needs("tt_core", "ops") if uses else "ops"
    lines = []
    for name in request.tensors:
        if name not in formulas:
            needs(UNWRITTEN, "unwritten")
            lines.append(f'{name}=lambda grad: unwritten("{request.name}", "{name}")')
        elif (node := formulas[name]) is None:
            lines.append(f"{name}=None")
        else:
            lines.append(_formula(request, name, node, ops))
    for helper in (TENSOR_OF, TRUTH_OF):
        if any(f"{helper}(" in line for line in lines):
            spelled = needs(_OPERAND, helper)
            lines = [line.replace(f"{helper}(", f"{spelled}(") for line in lines]
    return _derivative(request, lines)


def _found(request: Request, value: Node) -> dict[str, Node | None]:
    missing = [name for name in request.tensors if name not in request.grads]
    found: dict[str, Node | None] = dict(request.grads)
    for name, formula in request.grads.items():
        if doubt := differs(value, formula, name, request.scope(request.expr)):
            request.doubts.append(doubt)
    if missing:
        derivatives = Derivatives(request.scope(request.expr))
        for name in missing:
            request.says(f"differentiating by '{name}'")
            found[name] = derivatives.formula(value, name)
        request.doubts.extend(derivatives.doubts)
    return found


def _formula(request: Request, name: str, node: Node, ops: str) -> str:
    scope = request.scope(request.expr, GRAD, RESULT)
    used = names_in(node)
    given = [each for each in (GRAD, *(arg.name for arg in request.schema.args), RESULT) if each in used]
    return f"{name}=lambda {', '.join(given)}: {formula_text(node, scope, ops)[0]}"


def _derivative(request: Request, formulas: Sequence[str]) -> str:
    inner = "".join(f",\n    {each}" for each in formulas)
    return f'derivative(\n    "{request.name}"{inner}\n)\n'
