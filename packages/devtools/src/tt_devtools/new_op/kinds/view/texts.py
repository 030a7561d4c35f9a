"""The texts of a view that is to be written: its geometry in C++, and the derivative that follows from it."""

from pathlib import Path
from typing import Final

from tt_devtools.new_op import layout
from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.kinds.any_schema.formula import formula_text
from tt_devtools.new_op.kinds.any_schema.signature import annotation, names_dims
from tt_devtools.new_op.kinds.kind import Needs
from tt_opspec.schema import Schema

_TEMPLATE: Final = Path(__file__).parent / "templates" / "view.cpp.in"


def geometry(schema: Schema) -> str:
    """plan/<name>.cpp."""
    checks = "".join(_check(schema, index) for index in range(1, len(schema.args)))
    meaning = {
        "name": schema.name,
        "arguments": ", ".join(arg.name for arg in schema.args),
        "checks": checks or "  // Here there is nothing to check so far.\n",
    }
    return layout.filled(_TEMPLATE, meaning)


def _check(schema: Schema, index: int) -> str:
    arg = schema.args[index]
    if not names_dims(arg) or arg.optional:
        return ""
    if arg.list_size is None:
        wrapped = f"wrap_dim(call.args[{index}].i, self.ndim())"
        return f"  [[maybe_unused]] const int {arg.name} = {wrapped};  // from 0, or an IndexError\n"
    return f"  for (int64_t each : call.args[{index}].list()) wrap_dim(each, self.ndim());\n"


def derivative(request: Request, needs: Needs) -> str:
    """The formula that was given, else the view's adjoint, which finds the elements by viewing again."""
    name = request.name
    if "self" in request.grads:
        text = formula_text(request, "self", needs)
        return f'derivative("{name}", {text})\n'
    ops, adjoint = needs("tt_core", "ops"), needs("tt_autograd.view_adjoint", "view_adjoint")
    rest = request.schema.args[1:]
    given = "".join(f", {arg.name}={arg.name}" if arg.keyword_only else f", {arg.name}" for arg in rest)
    facts = "self_shape, self_stride, self_offset"
    needs("tt_core", "Tensor")
    typed = ["grad: Tensor", "self_shape: Ints", "self_stride: Ints", "self_offset: int"]
    typed += [f"{arg.name}: {annotation(arg, 'Tensor')}" for arg in rest]
    needs("tt_autograd.view_adjoint", "Ints")
    head = layout.def_line(f"{name}_self", ", ".join(typed), "Tensor")
    return (
        f"{head}\n"
        f'    """Each element of the gradient goes to where the view showed it."""\n'
        f"    return {adjoint}(grad, {facts}, lambda base: {ops}.{name}(base{given}))\n\n\n"
        f'derivative("{name}", self={name}_self)\n'
    )
