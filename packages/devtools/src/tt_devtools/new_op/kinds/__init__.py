"""The kinds of op that are scaffolded, a package or module each. A new kind is a `Kind` in KINDS and no more.

The first kind that claims a schema has it, so that the more particular ones come first.
"""

from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.kinds.composite import Composite
from tt_devtools.new_op.kinds.irregular import Irregular
from tt_devtools.new_op.kinds.kind import Kind
from tt_devtools.new_op.kinds.pointwise import Pointwise
from tt_devtools.new_op.kinds.reduction import Reduction
from tt_devtools.new_op.kinds.view import View
from tt_devtools.suggest import did_you_mean
from tt_opspec.schema import Schema

KINDS: Final[tuple[Kind, ...]] = (
    View(),
    Reduction(),
    Pointwise("unary", 1),
    Pointwise("binary", 2),
    Pointwise("ternary", 3),
    Composite(),
    Irregular(),
)


def listed() -> str:
    """The names, for messages."""
    return ", ".join(kind.name for kind in KINDS)


def named(name: str) -> Kind:
    """The kind of that name, as a request has it."""
    return next(kind for kind in KINDS if kind.name == name)


def kind_of(schema: Schema, asked: str, expr: str) -> Kind:
    """The kind that was asked for, else the one that the schema and the expression say."""
    if asked:
        found = next((kind for kind in KINDS if kind.name == asked), None)
        if found is None:
            hint = did_you_mean(asked, [kind.name for kind in KINDS])
            raise Failure(f"--kind: expected {listed()}, got '{asked}'", hint=hint, code=MISUSED)
        return found
    return next(kind for kind in KINDS if kind.claims(schema, expr))
