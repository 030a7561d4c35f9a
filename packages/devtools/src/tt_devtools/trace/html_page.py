"""A trace as one self-contained HTML page: no network, no other file. Stages fold; the script in the page only
filters and sorts, so that the page also reads without it."""

from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from typing import Any

from tt_devtools.duration import duration
from tt_devtools.trace.details import detail_lines
from tt_devtools.trace.differences import compare
from tt_devtools.trace.events import Call, Stage, calls_of
from tt_devtools.trace.facts import result_text

Cell = str | tuple[str, float]  # a text, or a text and the number that it sorts by


def page(report: Mapping[str, Any], routes: Mapping[str, Mapping[str, Any]]) -> str:
    """The page of one op: every route beside the others, then what `--vs` and the checks found."""
    parts = [f'<p class="mono">{escape(report["schema"])}</p>']
    parts.append(
        f'<div class="routes">{"".join(_route(name, route) for name, route in routes.items())}</div>'
    )
    parts += _differences(report)
    if "asserts" in report:
        rows = [
            ("holds" if each["holds"] else "does not hold", each["expr"], ", ".join(each["seen"]))
            for each in report["asserts"]
        ]
        parts += ["<h2>Assertions</h2>", table(("", "assertion", "the route has"), rows)]
    if answer := report.get("why_not"):
        parts.append(f"<h2>Why not {escape(answer['thing'])}</h2>")
        parts += [f'<p class="note">{escape(line)}</p>' for line in answer["reasons"]]
    return document(f"tt trace {report['op']}", parts)


def document(title: str, parts: Iterable[str]) -> str:
    """A whole page around its parts."""
    folder = files("tt_devtools.trace")
    style = (folder / "page.css").read_text(encoding="utf-8")
    script = (folder / "page.js").read_text(encoding="utf-8")
    return "\n".join((
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title>\n<style>\n{style}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        '<input id="filter" type="search" placeholder="filter" aria-label="filter">',
        '<button id="open">open all</button> <button id="close">close all</button>',
        *parts,
        f"<script>\n{script}</script></body></html>\n",
    ))  # fmt: skip


def table(titles: Iterable[str], rows: Iterable[tuple[Cell, ...]], marks: Iterable[bool] = ()) -> str:
    """A table whose columns sort on a click; `marks` says which rows stand out."""
    head = "".join(f'<th class="sortable">{escape(title)}</th>' for title in titles)
    marked = list(marks)
    body = [
        f"<tr{_class('marked', index < len(marked) and marked[index])}>{''.join(map(_cell, row))}</tr>"
        for index, row in enumerate(rows)
    ]
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"<td>{escape(cell)}</td>"
    text, value = cell
    return f'<td class="number" data-value="{value}">{escape(text)}</td>'


def _class(name: str, holds: bool) -> str:
    return f' class="{name}"' if holds else ""


def _differences(report: Mapping[str, Any]) -> list[str]:
    if "vs" not in report:
        return []
    parts = []
    for name, after in report["vs"]["routes"].items():
        before = report["routes"].get(name, {})
        if "stages" in before and "stages" in after:
            rows = compare(before, after)
            titles = ("fact", "as asked", f"with {report['vs']['change']}")
            cells = [(row.name, row.before, row.after) for row in rows]
            parts += [f"<h2>{escape(name)}: what differs</h2>"]
            parts.append(table(titles, cells, [row.marked for row in rows]))
    return parts


def _route(name: str, route: Mapping[str, Any]) -> str:
    parts = [f"<h2>{escape(name)}</h2>"]
    if "unavailable" in route:
        parts.append(f'<p class="note">not followed: {escape(route["unavailable"])}</p>')
        return f'<section class="route">{"".join(parts)}</section>'
    parts.append(f'<p class="mono">{escape(route["call"])}</p>')
    parts += [f'<p class="note">{escape(line)}</p>' for line in route.get("about", [])]
    parts += [route_part(route)]
    if "backward" in route:
        parts += ["<h2>backward</h2>", route_part(route["backward"])]
    return f'<section class="route">{"".join(parts)}</section>'


def route_part(route: Mapping[str, Any]) -> str:
    """The calls of a route or of its backward, stage by stage."""
    calls = calls_of(route["stages"])
    whole = sum(call.ns for call in calls) or 1
    parts = [_call(call, whole, len(calls) > 1) for call in calls]
    if error := route.get("error"):
        parts.append(f'<p class="error">{escape(error["type"])}: {escape(error["message"])}</p>')
    elif "result" in route:
        parts.append(f'<p class="mono">result: {escape(result_text(route["result"]))}</p>')
    return "".join(parts)


def _call(call: Call, whole: int, titled: bool) -> str:
    inner = "".join(_stage(stage, whole) for stage in call.stages)
    if not titled:
        return inner
    title = f'<p class="mono"><b>{escape(call.name)}</b> {duration(call.ns / 1e9)}</p>'
    return f'{title}<div class="inside">{inner}</div>'


def _stage(stage: Stage, whole: int) -> str:
    event = stage.event
    width = 100 * stage.self_ns / whole
    place = (
        f'<div class="detail place mono">{escape(event["file"])}:{event["line"]}</div>'
        if event["file"]
        else ""
    )
    details = "".join(f'<div class="detail">{escape(line)}</div>' for line in detail_lines(event["detail"]))
    calls = "".join(_call(call, whole, True) for call in stage.calls)
    inside = f'<div class="inside">{calls}</div>' if calls else ""
    raised = " raised" if event.get("raised") else ""
    return (
        f'<details class="stage{raised}"><summary><b>{escape(event["stage"])}</b>'
        f'<span class="name mono">{escape(str(event["name"]))}</span>'
        f'<span class="ns">{duration(stage.self_ns / 1e9)}</span>'
        f'<span class="track"><span class="bar" style="width:{width:.1f}%"></span></span></summary>'
        f"{place}{details}{inside}</details>"
    )
