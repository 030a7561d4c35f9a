"""The derivative of a reduction: the slope of what was reduced, back in its dims, times that of an element."""

from typing import Final

from tt_devtools.failure import Failure
from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.calculus.derive import Derivatives
from tt_devtools.new_op.kinds.kind import UNWRITTEN, Needs
from tt_devtools.new_op.kinds.reduction.parts import REDUCED, ReductionParts, parts_of
from tt_devtools.new_op.language.expression import GRAD, RESULT, Node, names_in
from tt_devtools.new_op.language.python_text import formula_text, uses_ops, wrapped
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.tree.places import FORMULAS
from tt_opspec.dtypes import INEXACT

_FILE: Final = f"{FORMULAS}/reduction.py"
_PRODUCTS: Final = ("tt_autograd", "products")
_ELEMENT: Final = "element"


def derivative(request: Request, needs: Needs) -> str:
    """The formula as a function; `non_differentiable(...)` where it is zero, a stub where it cannot be known."""
    name = request.name
    if not request.dtypes.accepts & INEXACT:
        return f'non_differentiable("{name}")\n'
    if request.value is None:
        needs(UNWRITTEN, "unwritten")
        return f'derivative(\n    "{name}",\n    self=lambda grad: unwritten("{name}", "self")\n)\n'
    parts = parts_of(request.value)
    finish_scope = Scope(request.vocabulary, request.expr, {GRAD: True, RESULT: True, REDUCED: True})
    element_scope = Scope(request.vocabulary, request.expr, {"self": True, GRAD: True})
    finish, element = Derivatives(finish_scope), Derivatives(element_scope, result="")
    request.says("differentiating")
    slope = finish.formula(parts.finish, REDUCED)
    by_self = element.formula(parts.element, "self")
    request.doubts.extend([*finish.doubts, *element.doubts])
    if slope is None or by_self is None:
        return f'non_differentiable("{name}")\n'
    texts = ((slope, finish_scope), (parts.element, element_scope), (by_self, element_scope))
    ops = needs("tt_core", "ops") if any(uses_ops(node, scope) for node, scope in texts) else "ops"
    needs("tt_core", "Tensor")
    written = _Formula(request, parts, needs, ops)
    written.reduced(slope, element_scope)
    written.spread(formula_text(slope, finish_scope, ops))
    gradient = formula_text(by_self, element_scope, ops)
    if "self" not in names_in(by_self):
        gradient = f"{wrapped(gradient, 6)}.expand(self.shape)", 6
    return written.text([*written.lines, f"    return {gradient[0]}"])


class _Formula:
    """The lines of one formula, in the order in which they run."""

    def __init__(self, request: Request, parts: ReductionParts, needs: Needs, ops: str) -> None:
        self._request = request
        self._parts = parts
        self._needs = needs
        self._ops = ops
        self._has_dim = request.schema.arg("dim") is not None
        self.lines: list[str] = []

    def reduced(self, slope: Node, scope: Scope) -> None:
        """`element` and `reduced`, where the rest needs them: computed again, as they were."""
        parts = self._parts
        is_needed = REDUCED in names_in(slope)
        by_element = parts.chooses or parts.reduce == "prod"
        if not is_needed and not by_element:
            return
        # In the dtype in which they were combined, of which `dtype` may have made another one.
        self.lines.append("    self = self.to(grad.dtype)")
        if parts.maps:
            element = formula_text(parts.element, scope, self._ops)[0]
            self.lines.append(f"    {_ELEMENT} = {element}")
        if is_needed or (parts.chooses and (parts.maps or parts.finishes)):
            self.lines.append(f"    {REDUCED} = {self._reduction()}")

    def _reduction(self) -> str:
        element, reduce = self._element, self._parts.reduce
        if reduce == "prod":
            where = ", dim, keepdim" if self._has_dim else ""
            return f"{self._needs(*_PRODUCTS)}.product({element}{where})"
        if self._parts.chooses:
            return f"{element}.a{reduce}({'dim or (), keepdim' if self._has_dim else '()'})"
        return f"{element}.{reduce}({'dim, keepdim' if self._has_dim else ''})"

    @property
    def _element(self) -> str:
        return _ELEMENT if self._parts.maps else "self"

    def spread(self, slope: tuple[str, int]) -> None:
        """`grad` of each element, from that of the result."""
        text, parts = wrapped(slope, 3), self._parts
        if parts.chooses:
            value = REDUCED if any(f"    {REDUCED} = " in line for line in self.lines) else RESULT
            where = "dim or (), keepdim" if self._has_dim else "(), False"
            self.lines.append(
                f"    {GRAD} = {self._helper('spread')}({text}, {self._element}, {value}, {where})"
            )
            return
        if parts.reduce == "mean":
            # An empty result has no elements to divide between.
            text = f"{text} / (self.numel() / max(result.numel(), 1))"
        if self._has_dim:
            text = f"{self._helper('restored')}({text}, self.shape, dim, keepdim)"
        if parts.reduce == "prod":
            others = f"{self._needs(*_PRODUCTS)}.others({self._element}{', dim' if self._has_dim else ''})"
            factor = text if self._has_dim else wrapped(slope, 4)
            text = f"{factor} * {others}"
        self.lines.append(f"    {GRAD} = {text}")

    def _helper(self, name: str) -> str:
        """A function of formulas/reduction.py; a Failure where it has none of that name."""
        if f"def {name}(" not in (self._request.vocabulary.workspace.read(_FILE) or ""):
            what = f"{_FILE} has no {name}(), which the derivative calls"
            raise Failure(what, hint=f"git checkout {_FILE}")
        return name

    def text(self, lines: list[str]) -> str:
        """The function and its registration."""
        name, body = self._request.name, "\n".join(lines)
        parameters = [f"{GRAD}: Tensor", "self: Tensor"]
        parameters += [f"{RESULT}: Tensor"] if RESULT in body else []
        parameters += ["dim: tuple[int, ...] | None", "keepdim: bool"] if self._has_dim else []
        return (
            f"def {name}_self({', '.join(parameters)}) -> Tensor:\n"
            f'    """The derivative of `{self._request.expr}`."""\n{body}\n\n\n'
            f'derivative("{name}", self={name}_self)\n'
        )
