"""`tt trace torch.NAME` and `numpy.NAME`: tt's own route and the foreign library's, for the same arguments."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.progress import Progress
from tt_devtools.trace.inputs import Argument, plan_arguments
from tt_devtools.trace.memory import check_memory
from tt_devtools.trace.request import Request
from tt_devtools.trace.target import OURS, Target
from tt_opspec.schema import Schema, parse


def both_routes(request: Request, target: Target, torch_python: Path | None) -> dict[str, Any]:
    """The report with both routes; each is `unavailable` with a reason where it cannot be followed. A Failure
    where neither library knows the op."""
    from tt_devtools.trace.foreign.ask import ask
    from tt_devtools.trace.foreign.routes import absent, interpreter

    python = interpreter(target.library, torch_python)
    schema, arguments, ours = _ours(request, target, python)
    if python is None:
        missing = absent(target.library)
        theirs: dict[str, Any] = {"unavailable": f"{missing.message}: {missing.hint}"}
    else:
        check_memory(arguments, copies=2)  # one of them to be watched
        with Progress("tt trace", loud=False) as progress:
            progress.step(1, 2, f"following {target.library} in {python}")
            theirs = ask(python, target.library, target.foreign_name, arguments, request)
        if "unavailable" in ours and "unavailable" in theirs:
            raise Failure(f"{ours['unavailable']}, and {theirs['unavailable']}", code=MISUSED)
    return {"op": schema.name, "schema": str(schema), "routes": {OURS: ours, target.library: theirs}}


def _ours(
    request: Request, target: Target, python: Path | None
) -> tuple[Schema, list[Argument], dict[str, Any]]:
    from tt_devtools.trace.foreign.routes import absent, foreign_schema
    from tt_devtools.trace.ours import read_inputs, trace_ours

    here = _named_here(target)
    if here is not None:
        try:
            return trace_ours(replace(request, imports=()), here)  # those are for the other library
        except Failure as failure:
            if not failure.message.startswith("--mode: tt has no"):
                raise
            reason = failure.message
    else:
        reason = f"tt has no op '{target.qualified}'"
    if here is not None:
        schema = _schema_here(here)
    elif python is not None:
        schema = foreign_schema(target, python, request)
    else:
        missing = absent(target.library)
        raise Failure(f"{reason}, and {missing.message}", hint=missing.hint)
    arguments = plan_arguments(schema, read_inputs(request, schema), in_place=target.op.endswith("_"))
    return schema, arguments, {"unavailable": reason}


def _named_here(target: Target) -> Target | None:
    """The op of tt that is meant; NumPy's names are the ones that the op table gives."""
    from tt_devtools.trace.capture import hook

    if target.place.startswith("ops."):
        return None
    library = hook()
    names = set(library.op_names())
    if target.library == "numpy":
        by_numpy = {library.op_info(name)[0].get("numpy"): name for name in sorted(names, reverse=True)}
        found = by_numpy.get(target.op)
        return Target(OURS, found, "") if found else None
    base = target.op.removesuffix("_")
    name = target.op if target.op in names else base if base in names else ""
    overloads = [parse(each["schema"]).overload for each in library.op_info(name)] if name else []
    known = target.overload in overloads if target.overload else bool(name)
    return Target(OURS, target.op, target.overload) if known else None


def _schema_here(here: Target) -> Schema:
    from tt_devtools.trace.ours import resolve

    return resolve(here).schema
