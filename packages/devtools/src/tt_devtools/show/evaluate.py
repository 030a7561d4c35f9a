"""Evaluates the user's expression and takes the facts of its tensors. The one file of `show` that imports tt."""

import ast
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.show.facts import Facts
from tt_devtools.show.graph import Vertex
from tt_devtools.suggest import did_you_mean

MOST_VALUES = 64  # storage elements that are drawn


@dataclass(slots=True)
class Shown:
    """The tensors of the result, and after them those that the user named on the way."""

    tensors: list[Any]
    facts: list[Facts]
    named: list[Facts]


def evaluate(text: str) -> Shown:
    """`text` is an expression, or statements with an expression last; a Failure where it raises."""
    tt = _library()
    statements, last = _parsed(text)
    names: dict[str, Any] = {"tt": tt}
    try:
        exec(compile(ast.Module(statements, []), "<expression>", "exec"), names)
        value = eval(compile(ast.Expression(last), "<expression>", "eval"), names)
    except (Exception, SystemExit) as error:  # whatever the user's own words raise
        message, _, hint = str(error).partition("\nhint: ")
        first = message.partition("\n")[0]
        hint = hint.partition("\n")[0] or _meant(error)
        raise Failure(f"{text}: {type(error).__name__}: {first}", hint=hint) from None
    labelled = _labelled(value, last, text, tt.Tensor)
    taken = {id(tensor) for _, tensor in labelled}
    variables = [
        (name, each) for name, each in names.items() if isinstance(each, tt.Tensor) and id(each) not in taken
    ]
    tensors = [tensor for _, tensor in labelled]
    return Shown(tensors, [facts(*each) for each in labelled], [facts(*each) for each in variables])


def facts(name: str, tensor: Any) -> Facts:
    """What is shown of a tensor, the bases of a view with it."""
    elements = tensor._storage_bytes() // tensor.element_size()
    offset = tensor.storage_offset()
    first = 0 if elements <= MOST_VALUES else min(offset, elements - MOST_VALUES)
    bases: list[Facts] = []
    base = tensor._base
    while base is not None and len(bases) < MOST_VALUES:
        bases.append(facts("", base))
        base = base._base
    return Facts(
        name=name,
        shape=tuple(tensor.shape),
        stride=tuple(tensor.stride()),
        offset=offset,
        dtype=_plain(tensor.dtype),
        device=str(tensor.device),
        itemsize=tensor.element_size(),
        requires_grad=tensor.requires_grad,
        grad_fn=tensor.grad_fn.name() if tensor.grad_fn is not None else "",
        storage=tensor._storage_ptr(),
        storage_elements=elements,
        first=first,
        values=_values(tensor, first, min(elements - first, MOST_VALUES)),
        bases=tuple(bases),
    )


def graph(tensor: Any) -> list[Vertex]:
    """The nodes behind a tensor, its own first; [] where there is none."""
    if tensor.grad_fn is None:
        return []
    nodes, numbers = [tensor.grad_fn], {tensor.grad_fn: 0}
    vertices = []
    at = 0
    while at < len(nodes):
        node = nodes[at]
        inputs: list[int | None] = []
        for child, _ in node.next_functions:
            if child is not None and child not in numbers:
                numbers[child] = len(nodes)
                nodes.append(child)
            inputs.append(None if child is None else numbers[child])
        vertices.append(Vertex(at, node.name(), _leaf(node), tuple(inputs)))
        at += 1
    return vertices


def _library() -> Any:
    try:
        return import_module("tt")
    except ImportError as error:
        message, _, hint = str(error).partition("\nhint: ")
        raise Failure(f"tt cannot be imported: {message}", hint=hint or "./tt build") from None


def _parsed(text: str) -> tuple[list[ast.stmt], ast.expr]:
    try:
        body = ast.parse(text.strip()).body
    except SyntaxError as error:
        caret = f"{text.strip()}\n{' ' * (5 + (error.offset or 1))}^"
        raise Failure(f"the expression does not parse: {error.msg}", hint=caret, code=MISUSED) from None
    if not body or not isinstance(body[-1], ast.Expr):
        hint = "tt show 'x = tt.ones(3, 4); x.t()[1:]'"
        raise Failure("an expression must come last", hint=hint, code=MISUSED)
    return body[:-1], body[-1].value


def _meant(error: BaseException) -> str:
    """What a wrong attribute was probably meant to be."""
    if isinstance(error, AttributeError) and error.name:
        return did_you_mean(error.name, dir(error.obj))
    return ""


def _labelled(value: Any, last: ast.expr, text: str, kind: type) -> list[tuple[str, Any]]:
    if isinstance(value, kind):
        return [(ast.unparse(last), value)]
    several = isinstance(value, (tuple, list)) and value and all(isinstance(each, kind) for each in value)
    if not several:
        message = f"{text} is of type {type(value).__name__}, not a tensor"
        raise Failure(message, hint="tt show 'tt.ones(3, 4).t()'", code=MISUSED)
    written = last.elts if isinstance(last, (ast.Tuple, ast.List)) else []
    if len(written) == len(value):
        return [(ast.unparse(each), tensor) for each, tensor in zip(written, value, strict=True)]
    return [(f"{ast.unparse(last)}[{nth}]", tensor) for nth, tensor in enumerate(value)]


def _values(tensor: Any, first: int, count: int) -> tuple[str, ...]:
    if str(tensor.device) != "cpu" or count <= 0:
        return ("?",) * max(count, 0)
    return tuple(map(_text, tensor.detach().as_strided((count,), (1,), first).tolist()))


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _leaf(node: Any) -> str:
    variable = getattr(node, "variable", None)
    return "" if variable is None else f"{_plain(variable.dtype)}{list(variable.shape)}"


def _plain(name: Any) -> str:
    return str(name).rpartition(".")[2]
