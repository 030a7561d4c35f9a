"""Two routes side by side: what `--vs` changed, fact by fact, with the cost of each stage."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tt_devtools.duration import duration
from tt_devtools.trace.events import STAGES, self_times
from tt_devtools.trace.facts import facts_of

ABSENT = "-"  # a fact that the route does not have
_TIMES = ("ns", "backward.ns")
_COUNTS = ("stages", "calls", "backward.stages", "backward.calls")


@dataclass(frozen=True, slots=True)
class Row:
    """One fact in both routes; `marked` where they differ in more than time."""

    name: str
    before: str
    after: str
    marked: bool


def compare(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Row]:
    """Facts in the order of a call, then nanoseconds by stage."""
    first, second = facts_of(before), facts_of(after)
    rows = []
    for name in dict.fromkeys((*first, *second)):
        if name in _TIMES or name in _COUNTS:
            continue
        left, right = ", ".join(first.get(name, [])), ", ".join(second.get(name, []))
        rows.append(Row(name, left or ABSENT, right or ABSENT, left != right))
    return rows + _time_rows(before, after)


def as_json(rows: list[Row]) -> list[dict[str, Any]]:
    """The rows that differ."""
    return [{"name": row.name, "before": row.before, "after": row.after} for row in rows if row.marked]


def explain(rows: list[Row]) -> list[str]:
    """What the differences mean, where the route itself says it."""
    marked = {row.name: row for row in rows if row.marked}
    changed = {name: row for name, row in marked.items() if ABSENT not in (row.before, row.after)}
    lines = []
    if "loop" in marked and "loop" not in changed:
        lines.append("no loop runs" if marked["loop"].after == ABSENT else "a loop runs where none did")
    if "variant" in changed:
        row = changed["variant"]
        lines.append(f"the loop is '{row.after}' instead of '{row.before}'")
    if "cast" in changed:
        word = "converts" if "yes" in changed["cast"].after else "no longer converts"
        lines.append(f"the iterator {word} elements to the loop's dtype, block by block")
    inside = next((row for row in rows if row.name == "computed_in" and not row.marked), None)
    if inside and "dtype" in changed:
        dtypes = (changed["dtype"].before, changed["dtype"].after)
        converted = ", ".join(dtype for dtype in dtypes if dtype != inside.before)
        lines.append(f"both compute in {inside.before}: {converted} is converted on the way in and out")
    if "coalesced" in changed:
        row = changed["coalesced"]
        lines.append(f"the iterator coalesced {row.after} where it coalesced {row.before}")
    if "keys" in changed:
        row = changed["keys"]
        lines.append(f"dispatch took {row.after} where it took {row.before}")
    if "bytes" in changed:
        lines.append(f"it moves {changed['bytes'].after} bytes where it moved {changed['bytes'].before}")
    return lines


def _time_rows(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Row]:
    first, second = _ns_by_stage(before), _ns_by_stage(after)
    rows = []
    for stage in (*STAGES, "whole call"):
        if first.get(stage, 0) or second.get(stage, 0):
            left, right = (
                duration(times[stage] / 1e9) if stage in times else ABSENT for times in (first, second)
            )
            rows.append(Row(f"time: {stage}", left, right, False))
    return rows


def _ns_by_stage(route: Mapping[str, Any]) -> dict[str, int]:
    times: dict[str, int] = {}
    for event, own in zip(route.get("stages", []), self_times(route.get("stages", [])), strict=True):
        times[event["stage"]] = times.get(event["stage"], 0) + own
    if times:
        times["whole call"] = sum(times.values())
    return times
