"""A finished trace of one call as text: schema, each route as a tree, then what the options asked for."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tt_devtools.output import console, draw, put, say
from tt_devtools.trace.facts import result_text
from tt_devtools.trace.render import show, wrapped

if TYPE_CHECKING:
    from rich.console import Console


def show_report(report: Mapping[str, Any], requires_grad: bool) -> None:
    """The routes of one request, ours first."""
    screen = console()
    put(report["schema"])
    routes = report["routes"]
    for library, route in routes.items():
        if len(routes) > 1:
            put(f"{'' if library == 'tt' else chr(10)}== {library} ==")
        if "unavailable" in route:
            put(f"{library}: not followed: {route['unavailable']}")
        else:
            show_route(screen, route, requires_grad)


def show_route(screen: "Console", route: Mapping[str, Any], requires_grad: bool = False) -> None:
    """One route: its tree, what is said about it, its result or its error; backward in the same way."""
    for about in route.get("about", []):
        for line in wrapped(about, screen.width):
            put(line)
    show(screen, route["call"], route["stages"])
    _show_end(route)
    if "backward" in route:
        put("")
        show(screen, "backward", route["backward"]["stages"])
        _show_end(route["backward"])
    elif requires_grad and "error" not in route:
        put("the result does not require grad, so there is no backward")


def show_differences(report: Mapping[str, Any]) -> None:
    """The table of `--vs` for every library that both requests followed."""
    from rich.table import Table
    from rich.text import Text

    from tt_devtools.trace.differences import compare, explain

    screen, change = console(), report["vs"]["change"]
    for library, before in report["routes"].items():
        after = report["vs"]["routes"].get(library, {"unavailable": "not traced"})
        if "unavailable" in before or "unavailable" in after:
            continue
        rows = compare(before, after)
        table = Table(box=None, padding=(0, 2, 0, 0))
        for title in ("", library, "as asked", f"with {change}"):
            table.add_column(Text(title), overflow="fold")
        for row in rows:
            style = "bold yellow" if row.marked else "dim"
            cells = ("*" if row.marked else "", row.name, row.before, row.after)
            table.add_row(*(Text(cell, style=style) for cell in cells))
        put("")
        draw(screen, table)
        for line in explain(rows):
            put(f"* {line}")
        if not any(row.marked for row in rows):
            put(f"nothing differs but time: {change} takes the same route")


def show_verdicts(report: Mapping[str, Any]) -> None:
    """What `--assert` and `--why-not` found; a broken assertion is talk, as every problem is."""
    for verdict in report.get("asserts", []):
        seen = ", ".join(verdict["seen"]) or "nothing"
        if verdict["holds"]:
            put(f"holds: {verdict['expr']}")
        else:
            say(f"tt trace: --assert {verdict['expr']} does not hold: the route has {seen}")
    if answer := report.get("why_not"):
        put(f"why not {answer['thing']}:")
        for line in answer["reasons"]:
            put(f"  {line}")


def _show_end(route: Mapping[str, Any]) -> None:
    if error := route.get("error"):
        say(f"{error['type']}: {error['message']}")
    elif "result" in route:
        put(f"result: {result_text(route['result'])}")
