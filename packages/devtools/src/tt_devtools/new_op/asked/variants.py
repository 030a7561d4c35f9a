"""In-place and out= forms in a schema, `gain_(Tensor(a!) self)` and `gain.out(..., *, Tensor(a!) out)`.

They are forms of one op in this table and have no entries of their own: the op's entry gives them.
"""

from dataclasses import replace

from tt_devtools.failure import MISUSED, Failure
from tt_opspec.schema import Arg, Return, Schema


def refuse_form(schema: Schema) -> None:
    """A Failure with the schema to write, for a schema that is a form of an op."""
    written = [arg for arg in schema.args if arg.alias and arg.alias.writes]
    if not written:
        return
    if schema.name.endswith("_") and written == [schema.args[0]]:
        form, args = "an in-place form", (_unmarked(written[0]), *schema.args[1:])
    elif all(arg.keyword_only for arg in written) and schema.args[-len(written) :] == tuple(written):
        form, args = "an out= form", schema.args[: -len(written)]
    else:
        return
    returns = tuple(Return("", each.type) for each in schema.returns)
    op = Schema(schema.name.rstrip("_"), "", args, returns)
    what = f"{schema.qualified}: {form} is made from the entry of the op itself"
    raise Failure(what, hint=f'tt new-op "{op}" gives {op.name}, {op.name}_ and out=', code=MISUSED)


def _unmarked(arg: Arg) -> Arg:
    return replace(arg, alias=None)
