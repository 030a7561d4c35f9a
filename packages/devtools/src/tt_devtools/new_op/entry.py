"""The table entry of an op and its changelog fragment: what is the same for every kind."""

import textwrap
from collections.abc import Iterable

from tt_devtools.new_op import docs
from tt_devtools.new_op.asked.dtype_words import written
from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.kinds.kind import Kind
from tt_devtools.new_op.layout import string_argument
from tt_opspec.entry import DEVICES
from tt_opspec.stubs import quotable


def entry(request: Request, kind: Kind, imported: Iterable[str]) -> str:
    """`hypot2 = binary(...)` for ops/*.py, whose imports are `imported`."""
    facts = [f"accepts={written(request.dtypes.accepts, imported)}"]
    if request.dtypes.promotes not in ("", "default"):
        facts.append(f'promotes="{request.dtypes.promotes}"')
    facts += kind.facts(request)
    if len(request.devices) < len(DEVICES):
        listed = ", ".join(f'"{device}"' for device in sorted(request.devices))
        facts.append(f"devices={{{listed}}}")
    if request.numpy:
        facts.append(f'numpy="{request.numpy}"')
    lines = [f"{request.name} = {kind.family(request)}(", *string_argument(str(request.schema))]
    lines += [f"    {fact}," for fact in facts]
    doc = textwrap.indent(quotable(docs.text(request, kind)), "    ")
    return "\n".join([*lines, f'    doc="""\n{doc}\n    """,', ")", ""])


def changelog(request: Request, kind: Kind) -> str:
    """changelog.d/<name>.md."""
    if request.expr:
        return f"`tt.{request.name}`: {docs.summary(request, kind)}\n"
    return f"`tt.{request.name}`.\n"
