"""`tt trace OP`: makes the report that was asked for, writes its files, prints it, decides the exit code."""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from tt_devtools.failure import FOUND, MISUSED, Failure
from tt_devtools.output import put_json, say
from tt_devtools.trace.request import Request


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is done with a trace."""

    vs: str = ""
    asserts: tuple[str, ...] = ()
    why_not: str = ""
    html: Path | None = None
    chrome: Path | None = None
    as_json: bool = False
    torch_python: Path | None = None


def run_op(request: Request, wanted: Wanted) -> int:
    """One call of one op."""
    # What a plain trace has no use for is not imported: `tt trace add` is to be quick.
    if wanted.asserts:
        from tt_devtools.trace.assertion import judge, parse_terms

        terms = parse_terms(wanted.asserts)
    if wanted.why_not:
        from tt_devtools.trace.why_not import check_thing, why_not

        check_thing(wanted.why_not)
    other = request.changed(wanted.vs) if wanted.vs else None
    check_outputs(wanted)
    report = _report(request, wanted)
    if other is not None:
        report["vs"] = {"change": wanted.vs, **_compared(report, _report(other, wanted))}
    if wanted.asserts:
        report["asserts"] = [
            {"expr": verdict.text, "holds": verdict.holds, "seen": verdict.seen}
            for verdict in judge(terms, report["routes"])
        ]
    if wanted.why_not:
        taken, reasons = why_not(
            wanted.why_not, report["routes"]["tt"], import_module("tt_kernels._C").isas()
        )
        report["why_not"] = {"thing": wanted.why_not, "taken": taken, "reasons": reasons}
    if not wanted.as_json:
        _show(report, request, wanted)
    _write_outputs(report, wanted)
    if wanted.as_json:  # last, for a file that cannot be written is an object too
        put_json(report)
    return FOUND if _found_a_problem(report) else 0


def check_outputs(wanted: Wanted) -> None:
    """Refuses unwritable outputs before anything is traced."""
    if wanted.html is not None and wanted.html == wanted.chrome:
        raise Failure(f"--html and --chrome both name {wanted.html}", code=MISUSED)
    for path, option in ((wanted.html, "--html"), (wanted.chrome, "--chrome")):
        if path is not None:
            from tt_devtools.trace.whole_file import check_writable

            check_writable(path, option)


def _report(request: Request, wanted: Wanted) -> dict[str, Any]:
    from tt_devtools.trace.target import OURS, parse_target

    target = parse_target(request.target)
    if target.library != OURS:
        from tt_devtools.trace.beside import both_routes

        return both_routes(request, target, wanted.torch_python)
    from tt_devtools.trace.ours import trace_ours

    schema, _, route = trace_ours(request, target)
    return {"op": schema.name, "schema": str(schema), "routes": {OURS: route}}


def _compared(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    from tt_devtools.trace.differences import as_json, compare

    shared = [name for name in before["routes"] if name in after["routes"]]
    differences = {
        name: as_json(compare(before["routes"][name], after["routes"][name]))
        for name in shared
        if "stages" in before["routes"][name] and "stages" in after["routes"][name]
    }
    return {"op": after["op"], "routes": after["routes"], "differences": differences}


def _show(report: dict[str, Any], request: Request, wanted: Wanted) -> None:
    from tt_devtools.trace.report import show_differences, show_report, show_verdicts

    show_report(report, request.requires_grad)
    if "vs" in report:
        show_differences(report)
    show_verdicts(report)


def _write_outputs(report: dict[str, Any], wanted: Wanted) -> None:
    if wanted.chrome is None and wanted.html is None:
        return
    import json

    from tt_devtools.trace.whole_file import write_whole

    routes = dict(report["routes"])
    if "vs" in report:
        routes |= {f"{name}, {report['vs']['change']}": each for name, each in report["vs"]["routes"].items()}
    if wanted.chrome is not None:
        from tt_devtools.trace.chrome import chrome_trace

        write_whole(wanted.chrome, json.dumps(chrome_trace(routes)), "--chrome")
        say(f"tt trace: wrote {wanted.chrome}; https://ui.perfetto.dev opens it")
    if wanted.html is not None:
        from tt_devtools.trace.html_page import page

        write_whole(wanted.html, page(report, routes), "--html")
        say(f"tt trace: wrote {wanted.html}")


def _found_a_problem(report: dict[str, Any]) -> bool:
    routes = list(report["routes"].values()) + list(report.get("vs", {}).get("routes", {}).values())
    parts = [part for route in routes for part in (route, route.get("backward")) if part]
    broken = any(not verdict["holds"] for verdict in report.get("asserts", []))
    return broken or any("error" in part for part in parts)
