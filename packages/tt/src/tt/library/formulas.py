"""register_derivative: formulas by argument, as the table's own ops have them, functions or text."""

import ast
import builtins
from collections.abc import Callable
from typing import Any

from tt.library.functions import scope_of
from tt.library.library import Library
from tt.library.names import qualified
from tt.library.registrations import Place, caller
from tt_autograd import _C as autograd
from tt_core import _C, ops
from tt_opspec.schema import Schema, parse

Formula = Callable[..., Any] | str | None

_FACTS = ("shape", "stride", "offset", "dtype", "device")


def register_derivative(
    op: Any,
    /,
    *,
    joint: Callable[..., Any] | None = None,
    materialize: bool = False,
    lib: Library | None = None,
    **formulas: Formula,
) -> None:
    """Registers the derivative of an op by a formula for each tensor argument: a function, whose parameters' names say
    what is saved (`tt_autograd.derivative` has the rules), or an expression over the same names and tt's ops. None:
    the op is not differentiated by that argument.

    Raises ValueError for an unknown name and for text that does not parse, RuntimeError with both places when the op
    has a derivative already.

        >>> with tt.library.Library("doc", "FRAGMENT") as lib:
        ...     _ = lib.define("cube(Tensor x) -> Tensor")
        ...     lib.impl("cube", lambda x: x * x * x, "default")
        ...     tt.library.register_derivative("doc::cube", x="3 * grad * x * x", lib=lib)
        ...     x = tt.tensor([2.0], requires_grad=True)
        ...     tt.ops.doc.cube(x).backward()
        ...     x.grad
        tensor([12.])
    """
    name = qualified(op, "register_derivative")
    schema = parse(str(_C.op_info(name)[0]["schema"]))
    place = caller()
    functions = {
        arg: _compiled(name, schema, arg, text, place) if isinstance(text, str) else text
        for arg, text in formulas.items()
    }
    scope = scope_of(lib)
    autograd.set_derivative(name, functions, joint, materialize, False, True, *place)
    scope.add(lambda: autograd.forget_derivative(name), name)


def register_non_differentiable(op: Any, /, *, lib: Library | None = None) -> None:
    """Declares that results of the op never require grad. Raises as `register_derivative` does."""
    name = qualified(op, "register_non_differentiable")
    scope = scope_of(lib)
    autograd.set_derivative(name, {}, None, False, True, True, *caller())
    scope.add(lambda: autograd.forget_derivative(name), name)


def _known(schema: Schema) -> set[str]:
    named = {result.name for result in schema.returns if result.name}
    facts = {f"{arg.name}_{fact}" for arg in schema.tensors for fact in _FACTS}
    return {"grad", "grads", "needs", "result", "results", *(arg.name for arg in schema.args), *named, *facts}


def _compiled(op: str, schema: Schema, arg: str, text: str, place: Place) -> Callable[..., Any]:
    """The text as a function whose place is that of the registration."""
    try:
        expression = ast.parse(text.strip(), place[0], "eval").body
    except SyntaxError as error:
        caret = " " * ((error.offset or len(text.strip()) + 1) - 1) + "^"
        raise ValueError(
            f"register_derivative: {op}: the formula of '{arg}' does not parse: {error.msg}\n{text.strip()}\n{caret}"
        ) from None
    names = sorted({node.id for node in ast.walk(expression) if isinstance(node, ast.Name)})
    saved = [name for name in names if name in _known(schema)]
    scope: dict[str, Any] = {}
    for name in set(names) - set(saved):
        if name == "conj":
            scope[name] = autograd.conj
        elif hasattr(ops, name):
            scope[name] = getattr(ops, name)
        elif not hasattr(builtins, name):
            known = ", ".join(sorted(_known(schema)))
            raise ValueError(
                f"register_derivative: {op}: the formula of '{arg}' names '{name}', which is neither an op nor one of "
                f"{known}"
            )
    function = ast.Expression(ast.Lambda(_parameters(saved), expression))
    for node in ast.walk(function):
        if "lineno" in node._attributes:
            node.lineno = node.end_lineno = place[1]  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
    made: Callable[..., Any] = eval(compile(function, place[0], "eval"), scope)
    return made


def _parameters(names: list[str]) -> ast.arguments:
    return ast.arguments(
        posonlyargs=[], args=[ast.arg(name) for name in names], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
