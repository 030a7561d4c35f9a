"""The documentation of an op: what `help()` shows, written from the request, with an example that a test runs."""

import textwrap
from typing import Final

from tt_devtools.new_op.request import Request

_WIDTH: Final = 106
_SPELLINGS: Final = {"self": "input"}


def summary(request: Request) -> str:
    """The first line, which ends in a full stop."""
    if request.doc:
        line = request.doc.splitlines()[0].strip()
        return line if line.endswith(".") else f"{line}."
    if not request.expr:
        return f"Still to be documented: {request.name}."
    over = "of all elements, or over `dim`" if request.schema.arg("dim") else "of all elements"
    how = over if request.kind == "reduction" else "element by element"
    line = f"`{request.expr}`, {how}."
    return (
        line if len(line) <= _WIDTH - 4 else f"An expression of its arguments, {how}; its samples say which."
    )


def text(request: Request) -> str:
    """The whole text."""
    more = "\n".join(request.doc.splitlines()[1:]).strip()
    paragraphs = [summary(request), more, _shapes_and_dtypes(request), _errors(request)]
    filled = [textwrap.fill(each, _WIDTH) if "\n" not in each else each for each in paragraphs if each]
    return "\n\n".join([*filled, textwrap.indent(_example(request), "    ")])


def _shapes_and_dtypes(request: Request) -> str:
    if request.kind == "reduction" and not request.schema.arg("dim"):
        return "The result has no dimensions. Elements are cast to `dtype` first, if it is given."
    if request.kind == "reduction":
        return (
            "The result has the shape of `input` without the dimensions in `dim`, or with size 1 there if "
            "`keepdim`; None stands for all. Elements are cast to `dtype` first, if it is given."
        )
    shapes = {
        "unary": "The result has the shape of `input`.",
        "binary": "The shapes are broadcast and the dtypes promoted; either operand may be a Python number.",
    }[request.kind]
    if request.keeps_integers:
        return f"{shapes} Integers wrap around."
    if request.promotes == "int_to_float":
        return f"{shapes} Floating dtypes are kept, bool and integers give the default floating dtype."
    return shapes


def _errors(request: Request) -> str:
    if request.kind == "binary":
        return "Raises RuntimeError when the shapes cannot be broadcast, or for a dtype that is not accepted."
    if request.kind == "reduction":
        return (
            "Raises IndexError for a dimension that `input` does not have, RuntimeError for one named twice."
        )
    return "Raises RuntimeError for a dtype that is not accepted."


def _example(request: Request) -> str:
    from tt_devtools.new_op import render

    call = f"tt.{request.name}"
    if request.kind == "reduction":
        return f'>>> {call}(tt.ones(2, 3, device="meta")).shape\ntt.Size([])'
    made = render.numbers_of(request).at_example() if request.value is not None else None
    if made is None:
        tensors = ", ".join(['tt.ones(2, device="meta")'] * len(request.tensors))
        return f">>> {call}({tensors}).shape\ntt.Size([2])"
    arguments = ", ".join(f"tt.tensor({each!r})" for each in made[0])
    return f">>> f\"{{{call}({arguments}).item():.4g}}\"\n'{made[1]}'"
