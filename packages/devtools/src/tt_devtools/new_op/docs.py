"""The documentation of an op: what `help()` shows, written from the request and what its kind says."""

import textwrap
from typing import Final

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.kinds.kind import Kind

_WIDTH: Final = 106


def summary(request: Request, kind: Kind) -> str:
    """The first line, which ends in a full stop."""
    if request.doc:
        line = request.doc.splitlines()[0].strip()
        return line if line.endswith(".") else f"{line}."
    if not request.expr:
        return f"Still to be documented: {request.name}."
    manner = kind.manner(request.schema)
    line = f"`{request.expr}`, {manner}."
    if len(line) <= _WIDTH - 4:
        return line
    return f"An expression of its arguments, {manner}; its samples say which."


def text(request: Request, kind: Kind) -> str:
    """The whole text."""
    more = "\n".join(request.doc.splitlines()[1:]).strip()
    paragraphs = [summary(request, kind), more, kind.shapes(request), kind.errors(request), _devices(request)]
    filled = [textwrap.fill(each, _WIDTH) if "\n" not in each else each for each in paragraphs if each]
    return "\n\n".join([*filled, textwrap.indent(kind.example(request), "    ")])


def _devices(request: Request) -> str:
    """What to do where there is no kernel."""
    return (
        "" if "cuda" in request.devices else "Has no kernel for CUDA: `input.cpu()` goes where there is one."
    )
