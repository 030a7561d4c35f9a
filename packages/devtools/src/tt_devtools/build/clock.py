"""Clocks that disagree: a file from the future keeps what is made from it dirty, and ninja cannot say why."""

import time
from dataclasses import replace
from pathlib import Path

from tt_devtools.build.steps import Reason

SLACK_S = 2.0  # file systems that keep whole seconds


def explain(reason: Reason, build_dir: Path) -> Reason:
    """Adds the cause and the cure where the newer input has a time that has not come yet."""
    if not reason.input:
        return reason
    path = build_dir / reason.input
    try:
        ahead_s = path.stat().st_mtime - time.time()
    except OSError:
        return reason
    if ahead_s <= SLACK_S:
        return reason
    text = f"{reason.text}, whose time is {_span(ahead_s)} in the future: a clock was wrong; touch {path}"
    return replace(reason, text=text)


def _span(seconds: float) -> str:
    for size, unit in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
