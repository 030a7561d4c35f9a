"""Trace events in order: which stages belong to one call of an op, and which calls happened inside a stage.

The library hands over a flat list with parents and depths; all events of one depth under one ancestor are one
call's stages, whatever their nesting, because that is how the seven stages read. Must not import the library
or draw.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

STAGES = ("call", "bind", "dispatch", "autograd", "kernel", "iterate", "loop")


@dataclass(slots=True)
class Stage:
    """One event; `self_ns` is its time without the events inside it, `calls` the op calls made inside."""

    event: Mapping[str, Any]
    self_ns: int
    calls: list["Call"] = field(default_factory=list)

    @property
    def number(self) -> int:
        """1 to 7, as in the table of stages; 0 for a stage that it does not have."""
        name = self.event["stage"]
        return STAGES.index(name) + 1 if name in STAGES else 0


@dataclass(slots=True)
class Call:
    """One call of an op: its stages in the order they began."""

    stages: list[Stage] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The overload that was dispatched; before binding only the op's first one is known."""
        events = [stage.event for stage in self.stages]
        event = next((each for each in events if each["stage"] not in ("call", "bind")), events[0])
        form = f" ({event['form']})" if event["form"] not in ("", "functional") else ""
        return f"{event['op'] or event['name']}{form}"

    @property
    def ns(self) -> int:
        """From the first stage's beginning to its end, everything inside included."""
        return int(self.stages[0].event["ns"])


def self_times(events: Sequence[Mapping[str, Any]]) -> list[int]:
    """Each event's nanoseconds without those of the events directly inside it."""
    times = [int(event["ns"]) for event in events]
    for event in events:
        if event["parent"] >= 0:
            times[event["parent"]] -= int(event["ns"])
    return [max(0, time) for time in times]


def calls_of(events: Sequence[Mapping[str, Any]]) -> list[Call]:
    """The outermost calls, the others inside the stages that made them."""
    outermost: list[Call] = []
    stages: list[Stage] = []
    calls: list[Call] = []
    for event, self_ns in zip(events, self_times(events), strict=True):
        stage = Stage(event, self_ns)
        parent = event["parent"]
        if parent >= 0 and events[parent]["depth"] >= event["depth"]:
            call = calls[parent]
        else:
            call = Call()
            (stages[parent].calls if parent >= 0 else outermost).append(call)
        call.stages.append(stage)
        stages.append(stage)
        calls.append(call)
    return outermost


def as_json(events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The stages of `--json`: each event with its own time added; `raised` is where an error came from, not
    the stages that it passed."""
    rows = [{**event, "self_ns": self_ns} for event, self_ns in zip(events, self_times(events), strict=True)]
    for row in rows:
        if row.get("raised") and row["parent"] >= 0:
            rows[row["parent"]].pop("raised", None)
    return rows
