"""The route of a request through tt itself: which overload, which arguments, what the hook recorded.

Returns plain data, the `routes.tt` of `--json`, which everything that draws or compares reads.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.op_names import unknown_op
from tt_devtools.trace.argument_values import OUT, parse_arguments
from tt_devtools.trace.capture import (
    Captured,
    callable_for,
    describe_result,
    hook,
    load,
    modes_of,
    trace_call,
)
from tt_devtools.trace.events import as_json
from tt_devtools.trace.inputs import Argument, Asked, plan_arguments
from tt_devtools.trace.layouts import parse_layouts
from tt_devtools.trace.memory import check_memory
from tt_devtools.trace.request import Request
from tt_devtools.trace.target import Target, parse_dtypes, parse_shapes
from tt_opspec.dtypes import DTYPES
from tt_opspec.schema import Schema, parse

_DEVICES = ("cpu", "cuda", "meta")


@dataclass(frozen=True, slots=True)
class Resolved:
    """An overload of the op table; `form` is "" or "_" for the in-place form."""

    schema: Schema
    accepts: frozenset[str]
    form: str


def read_inputs(request: Request, schema: Schema) -> Asked:
    """The request's text as values."""
    device = request.device.partition(":")[0]
    if device and device not in _DEVICES:
        raise Failure(
            f"--device: unknown device '{request.device}'",
            hint=f"devices: {', '.join(_DEVICES)}",
            code=MISUSED,
        )
    return Asked(
        parse_shapes(request.shape),
        parse_dtypes(request.dtype, DTYPES),
        parse_layouts(request.layout),
        request.device,
        request.requires_grad,
        parse_arguments(request.arguments, schema),
    )


def resolve(wanted: Target, given: Sequence[str] = ()) -> Resolved:
    """The overload that is wanted: the one that is named, else the first that has the arguments `given`, which
    are `NAME=VALUE`, else the first."""
    library = hook()
    known = list(dict.fromkeys(name.partition(".")[0] for name in library.op_names()))
    name, form = wanted.op, ""
    if name not in known and name.endswith("_") and name[:-1] in known:
        name, form = name[:-1], "_"
    if name not in known:
        raise unknown_op(wanted.qualified, known)
    overloads = library.op_info(name)
    schemas = [parse(overload["schema"]) for overload in overloads]
    names = {text.partition("=")[0] for text in given} - {OUT}
    fitting = [schema for schema in schemas if all(schema.arg(name) for name in names)] or schemas
    for schema, overload in zip(schemas, overloads, strict=True):
        if schema.overload == wanted.overload if wanted.overload else schema is fitting[0]:
            if form and "inplace" not in overload["forms"]:
                raise Failure(f"{schema.qualified} has no in-place form", code=MISUSED)
            return Resolved(schema, frozenset(overload["accepts"].split(", ")), form)
    there = ", ".join(schema.qualified for schema in schemas)
    raise Failure(f"{name} has no overload '{wanted.overload}'", hint=f"it has {there}", code=MISUSED)


def trace_ours(request: Request, wanted: Target) -> tuple[Schema, list[Argument], dict[str, Any]]:
    """The schema, the arguments, and the route with the call as a user would write it."""
    hook()
    for module in request.imports:
        load(module)
    found = resolve(wanted, request.arguments)
    asked = read_inputs(request, found.schema)
    arguments = plan_arguments(found.schema, asked, found.accepts, in_place=bool(found.form))
    check_memory(arguments)
    modes = modes_of(request.modes)
    function, spelling = callable_for(found.schema.name + found.form)
    traced = trace_call(function, arguments, backward=request.requires_grad, modes=modes)
    route: dict[str, Any] = {"call": f"{spelling}({', '.join(map(str, arguments))})"}
    route |= _route(traced.forward)
    if traced.backward is not None:
        route["backward"] = _route(traced.backward)
    return found.schema, arguments, route


def _route(captured: Captured) -> dict[str, Any]:
    route: dict[str, Any] = {"stages": as_json(captured.events)}
    if captured.error is not None:
        route["error"] = {"type": type(captured.error).__name__, "message": str(captured.error)}
    elif captured.result is not None:
        route["result"] = describe_result(captured.result)
    return route
