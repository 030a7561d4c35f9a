"""Routes as a Chrome trace, which Perfetto and chrome://tracing open: a track a route, a slice a stage.

The format is the JSON array of "complete" events: ph X, ts and dur in microseconds.
"""

from collections.abc import Iterator, Mapping
from typing import Any

_PROCESS = 1


def chrome_trace(routes: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """`routes` by the name of their track; a route that could not be followed is left out."""
    events: list[dict[str, Any]] = [_name("process_name", 0, "tt trace")]
    for track, (name, route) in enumerate(routes.items(), start=1):
        if "stages" not in route:
            continue
        events.append(_name("thread_name", track, name))
        end = 0
        for part in (route, route.get("backward")):
            if part:
                slices = list(_slices(part["stages"], track, end))
                end = max((event["ts"] + event["dur"] for event in slices), default=end)
                events += slices
    return {"traceEvents": events, "displayTimeUnit": "ns"}


def _name(what: str, track: int, name: str) -> dict[str, Any]:
    return {"ph": "M", "name": what, "pid": _PROCESS, "tid": track, "args": {"name": name}}


def _slices(stages: list[dict[str, Any]], track: int, after: float) -> Iterator[dict[str, Any]]:
    """Stages at their times from the route's first, moved behind `after` microseconds."""
    starts = [event.get("start_ns", 0) for event in stages]
    first = min(starts, default=0)
    for event, start in zip(stages, starts, strict=True):
        detail = {key: value for key, value in event["detail"].items() if value not in ("", [])}
        place = f"{event['file']}:{event['line']}" if event["file"] else ""
        yield {
            "ph": "X",
            "name": f"{event['stage']} {event['name']}",
            "cat": event["stage"],
            "pid": _PROCESS,
            "tid": track,
            "ts": after + (start - first) / 1000,
            "dur": event["ns"] / 1000,
            "args": {"op": event["op"], "place": place, **detail},
        }
