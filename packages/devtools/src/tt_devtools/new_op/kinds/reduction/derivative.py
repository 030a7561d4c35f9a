"""The derivative of a reduction: the slope of what was reduced, back in its dims, times that of an element."""

from typing import Final

from tt_devtools.failure import Failure
from tt_devtools.new_op.derive import Derivatives
from tt_devtools.new_op.expression import GRAD, RESULT, names_in
from tt_devtools.new_op.kinds.kind import UNWRITTEN, Needs
from tt_devtools.new_op.kinds.reduction.parts import REDUCED, parts_of
from tt_devtools.new_op.places import FORMULAS
from tt_devtools.new_op.python_text import formula_text, uses_ops, wrapped
from tt_devtools.new_op.request import Request
from tt_devtools.new_op.resolve import Scope

_FILE: Final = f"{FORMULAS}/reduction.py"


def derivative(request: Request, needs: Needs) -> str:
    """The formula as a function; `non_differentiable(...)` where it is zero, a stub where it cannot be known."""
    name, parts = request.name, parts_of(request)
    if parts is None:
        needs(UNWRITTEN, "unwritten")
        return f'derivative(\n    "{name}",\n    self=lambda grad: unwritten("{name}", "self")\n)\n'
    finish_scope = Scope(request.vocabulary, request.expr, {GRAD: True, RESULT: True, REDUCED: True})
    element_scope = Scope(request.vocabulary, request.expr, {"self": True, GRAD: True})
    finish, element = Derivatives(finish_scope), Derivatives(element_scope, result="")
    slope_node = finish.formula(parts.finish, REDUCED)
    element_node = element.formula(parts.element, "self")
    request.doubts.extend([*finish.doubts, *element.doubts])
    if slope_node is None or element_node is None:
        return f'non_differentiable("{name}")\n'
    texts = ((slope_node, finish_scope), (parts.element, element_scope), (element_node, element_scope))
    ops = needs("tt_core", "ops") if any(uses_ops(node, scope) for node, scope in texts) else "ops"
    needs("tt_core", "Tensor")
    has_dim = request.schema.arg("dim") is not None
    where = "dim, keepdim" if has_dim else ""
    slope = wrapped(formula_text(slope_node, finish_scope, ops), 3)
    lines = []
    if REDUCED in names_in(slope_node):
        elements = wrapped(formula_text(parts.element, element_scope, ops), 6)
        lines.append(f"    {REDUCED} = {elements}.{parts.reduce}({where})")
    if parts.reduce == "mean":
        # An empty result has no elements to divide between.
        slope = f"{slope} / (self.numel() / max(result.numel(), 1))"
    if has_dim:
        _check_helper(request, "restored")
        slope = f"restored({slope}, self.shape, dim, keepdim)"
    lines.append(f"    {GRAD} = {slope}")
    gradient = formula_text(element_node, element_scope, ops)
    if "self" not in names_in(element_node):
        gradient = f"{wrapped(gradient, 6)}.expand(self.shape)", 6
    lines.append(f"    return {gradient[0]}")
    used = "\n".join(lines)
    parameters = [f"{GRAD}: Tensor", "self: Tensor"]
    parameters += [f"{RESULT}: Tensor"] if "result" in used else []
    parameters += ["dim: tuple[int, ...] | None", "keepdim: bool"] if has_dim else []
    return (
        f"def {name}_self({', '.join(parameters)}) -> Tensor:\n"
        f'    """The derivative of `{request.expr}`."""\n{used}\n\n\n'
        f'derivative("{name}", self={name}_self)\n'
    )


def _check_helper(request: Request, name: str) -> None:
    """A Failure where the formulas of this tree have no function of that name."""
    if f"def {name}(" not in (request.vocabulary.workspace.read(_FILE) or ""):
        raise Failure(f"{_FILE} has no {name}(), which the derivative calls", hint=f"git checkout {_FILE}")
