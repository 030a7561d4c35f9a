"""The `tt trace` command: options, which overload, what is printed, the exit code."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tt_devtools.trace.capture import Captured, Traced
    from tt_devtools.trace.target import Target
    from tt_opspec.schema import Schema

INPUTS = "Inputs"
FOREIGN = "this is the route of tt's own {op}; that inside an installed {library} is not followed"


def _complete_op(incomplete: str) -> list[str]:
    from tt_devtools.op_names import known_ops

    return [name for name in known_ops() if name.startswith(incomplete)]


def trace(
    target: Annotated[
        str,
        typer.Argument(
            metavar="OP", help="An op: add, add.Tensor, tt.add, torch.add.", autocompletion=_complete_op
        ),
    ],
    shape: Annotated[
        str,
        typer.Option(
            help="One for all tensors, or one each: 64x64,64. No dimensions: ().", rich_help_panel=INPUTS
        ),
    ] = "",
    dtype: Annotated[
        str, typer.Option(help="One for all tensors, or one each: float32,int64.", rich_help_panel=INPUTS)
    ] = "",
    requires_grad: Annotated[
        bool,
        typer.Option(
            "--requires-grad", help="Record the call, and trace its backward too.", rich_help_panel=INPUTS
        ),
    ] = False,
    imports: Annotated[
        list[str] | None,
        typer.Option("--import", help="Import this module first: it registers ops. May be repeated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Show the path of one real call: the seven stages, each with function, file and line, and time.

    Dispatch names the keys of every argument, the key taken and why the others were passed over; iterate its
    plan; loop the dtype branch, the ISA and the threads. What is not given is chosen from the op's schema.
    """
    from tt_devtools.output import put_json
    from tt_devtools.trace.capture import callable_for, hook, load, trace_call
    from tt_devtools.trace.inputs import plan_arguments
    from tt_devtools.trace.target import parse_dtypes, parse_shapes, parse_target
    from tt_opspec.dtypes import DTYPES

    wanted = parse_target(target)
    shapes, dtypes = parse_shapes(shape), parse_dtypes(dtype, DTYPES)
    library = hook()
    for module in imports or ():
        load(module)
    schema, accepts = _overload(library, wanted)
    arguments = plan_arguments(schema, shapes, dtypes, requires_grad, accepts)
    function, spelling = callable_for(schema.name)
    traced = trace_call(function, arguments, backward=requires_grad)
    if as_json:
        put_json(_as_json(wanted, schema, traced))
    else:
        _show(wanted, schema, f"{spelling}({', '.join(map(str, arguments))})", traced, requires_grad)
    return 1 if _error(traced) else 0


def _overload(library: Any, wanted: "Target") -> "tuple[Schema, frozenset[str]]":
    """The schema that is wanted, and the dtypes that its op accepts."""
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.op_names import unknown_op
    from tt_opspec.schema import parse

    known = list(dict.fromkeys(name.partition(".")[0] for name in library.op_names()))
    if wanted.op not in known:
        raise unknown_op(wanted.op, known)
    overloads = library.op_info(wanted.op)
    schemas = [parse(overload["schema"]) for overload in overloads]
    for schema, overload in zip(schemas, overloads, strict=True):
        if wanted.overload in ("", schema.overload):
            return schema, frozenset(overload["accepts"].split(", "))
    names = ", ".join(schema.qualified for schema in schemas)
    raise Failure(f"{wanted.op} has no overload '{wanted.overload}'", hint=f"it has {names}", code=MISUSED)


def _show(wanted: "Target", schema: "Schema", call: str, traced: "Traced", requires_grad: bool) -> None:
    from tt_devtools.output import console, put, say
    from tt_devtools.trace.render import show

    if wanted.library != "tt":
        say(f"tt trace: {FOREIGN.format(op=wanted.op, library=wanted.library)}")
    screen = console()
    put(f"{schema}")
    show(screen, call, traced.forward.events)
    _show_end(traced.forward)
    if traced.backward is not None:
        put("")
        show(screen, "backward", traced.backward.events)
        _show_end(traced.backward)
    elif requires_grad and traced.forward.error is None:
        put("the result does not require grad, so there is no backward")


def _show_end(captured: "Captured") -> None:
    from tt_devtools.output import put, say
    from tt_devtools.trace.capture import describe_result

    if captured.error is not None:
        say(f"{type(captured.error).__name__}: {captured.error}")
    elif captured.result is not None:
        result = describe_result(captured.result)
        shown = (
            f"{result['dtype']}{result['shape']} on {result['device']}" if "shape" in result else str(result)
        )
        put(f"result: {shown}")


def _error(traced: "Traced") -> Exception | None:
    return traced.forward.error or (traced.backward.error if traced.backward else None)


def _as_json(wanted: "Target", schema: "Schema", traced: "Traced") -> dict[str, Any]:
    route = _route(traced.forward)
    if traced.backward is not None:
        route["backward"] = _route(traced.backward)
    routes: dict[str, Any] = {"tt": route}
    if wanted.library != "tt":
        routes[wanted.library] = {"unavailable": FOREIGN.format(op=schema.name, library=wanted.library)}
    return {"op": schema.name, "schema": str(schema), "routes": routes}


def _route(captured: "Captured") -> dict[str, Any]:
    from tt_devtools.trace.capture import describe_result
    from tt_devtools.trace.events import as_json

    route: dict[str, Any] = {"stages": as_json(captured.events)}
    if captured.error is not None:
        route["error"] = {"type": type(captured.error).__name__, "message": str(captured.error)}
    elif captured.result is not None:
        route["result"] = describe_result(captured.result)
    return route
