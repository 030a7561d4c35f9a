"""From a schema's text to an op in core. The text is parsed by the table's own parser."""

from collections.abc import Iterator
from keyword import iskeyword
from typing import Any

from tt.library.registrations import Place
from tt_core import _C
from tt_opspec.glue.op_table import ARG_TYPES, ENUMS, LIST_TYPES
from tt_opspec.refusals import unbindable
from tt_opspec.schema import REQUIRED, Alias, Arg, Return, Schema, SchemaError, parse


def parsed(text: str) -> Schema:
    """The schema; a ValueError that draws a caret under what does not parse or cannot be bound."""
    if not isinstance(text, str):
        raise TypeError(f"define: expected a schema as text, got {type(text).__name__}")
    try:
        schema = parse(text)
    except SchemaError as error:
        raise ValueError(f"define: {error.message}\n{error.caret()}") from None
    reasons = [*unbindable(schema), *_unfollowed(schema)]
    if reasons:
        raise ValueError(f"define: {schema.qualified}: {reasons[0]}\n{text}")
    return schema


def define_op(schema: Schema, doc: str, place: Place) -> None:
    """Makes the op. Raises RuntimeError with both places when its name is taken."""
    sets: dict[str, int] = {}
    _C.define_op(
        schema.name,
        schema.overload,
        str(schema),
        doc,
        *place,
        [_argument(arg, sets) for arg in schema.args],
        [_result(result, sets) for result in schema.returns],
    )


def _unfollowed(schema: Schema) -> Iterator[str]:
    if iskeyword(schema.name.rpartition("::")[2]):
        yield "its name is a Python keyword, so nobody could call it"
    for result in schema.returns:
        if result.optional:
            yield f"it returns a {result.type_text}, and a result cannot be absent"
        if result.list_size is not None:
            yield f"it returns a {result.type_text}, and a result is one tensor or number"
    for arg in schema.args:
        if arg.alias and arg.list_size is not None:
            yield f"'{arg.name}' is a {arg.type_text}: alias marks are of single tensors, not of lists"


def _argument(arg: Arg, sets: dict[str, int]) -> tuple[Any, ...]:
    kind = ARG_TYPES[arg.type] if arg.list_size is None else LIST_TYPES[arg.type]
    size = -1 if arg.list_size is None else arg.list_size
    writes = bool(arg.alias and arg.alias.writes)
    return arg.name, kind, arg.optional, arg.keyword_only, size, _set(arg.alias, sets), writes, _default(arg)


def _result(result: Return, sets: dict[str, int]) -> tuple[Any, ...]:
    writes = bool(result.alias and result.alias.writes)
    return result.name, ARG_TYPES[result.type], _set(result.alias, sets), writes


def _set(alias: Alias | None, sets: dict[str, int]) -> int:
    return sets.setdefault(alias.name, len(sets) + 1) if alias else 0


def _default(arg: Arg) -> Any:
    if arg.default is REQUIRED:
        return ...
    if arg.list_size and isinstance(arg.default, int):
        return (arg.default,) * arg.list_size
    if arg.type in ENUMS and isinstance(arg.default, str):
        return ENUMS[arg.type].index(arg.default)
    return arg.default
