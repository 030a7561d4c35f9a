"""Kinds that are computed by a functor: its header, its entry's fact, and the unit that shows that it compiles."""

from collections.abc import Mapping, Sequence

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.tree import change
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Formatter
from tt_devtools.new_op.tree.places import FUNCTORS
from tt_opspec.entry import OpEntry


def fact(request: Request) -> str:
    """`functor="gain.h:Gain"`."""
    return f'functor="{request.name}.h:{request.camel}"'


def header(request: Request, text: str, formatter: Formatter) -> Change:
    """The new file."""
    file = f"{FUNCTORS}/{request.name}.h"
    return change.new(file, formatter.formatted(text, file))


def units(request: Request, table: Sequence[OpEntry]) -> Mapping[str, str]:
    """The loops of the functor, as the generator makes them."""
    from tt_opspec.glue.loops import loops

    return {f"loops_{request.name}.baseline.gen.cpp": loops(table, f"{request.name}.h", "baseline")}
