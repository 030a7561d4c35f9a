"""What a reader must know beside the sums of a script: how it ended, what is not in them."""

from collections.abc import Mapping
from typing import Any

from tt_devtools.interpreters import how_to_get_torch
from tt_devtools.stopping import signal_name

_NO_TORCH = "ModuleNotFoundError: No module named 'torch'"
_BELOW_AUTOGRAD = (
    "torch's ops are seen below Autograd: parts of composites and of backward, with the cost of being watched"
)


def notes_of(data: Mapping[str, Any], code: int, why: str) -> list[str]:
    """`code` is the script's, negative for a signal; `why` is what we did to it, "" if nothing."""
    notes = []
    if why:
        notes.append(f"the script was {why}")
    elif code < 0:
        notes.append(f"the script was killed by {signal_name(-code)}")
    elif "error" in data:
        notes.append(f"the script raised {data['error']}")
        if data["error"] == _NO_TORCH:
            notes.append(f"it runs where torch is, given --torch-python; or {how_to_get_torch()}")
    elif code != 0:
        notes.append(f"the script exited with {code}")
    notes += [f"calls of {name} are not followed in scripts" for name in data.get("not_followed", ())]
    if "torch" in data["followed"]:
        notes.append(_BELOW_AUTOGRAD)
    if how := data.get("ended_by"):
        notes.append(f"it ended by {how}: what came after is not in the trace")
    elif not data["finished"] and code >= 0 and not why:
        notes.append("its last sums could not be written: is the disk of the temporary files full?")
    elif not data["finished"]:
        notes.append(
            "the sums are those of its last call that was saved, at most a tenth of a second earlier"
        )
    if data.get("threads", 1) > 1:
        notes.append(f"{data['threads']} threads were followed")
    if data.get("forks"):
        notes.append(f"{data['forks']} forked process(es) were not followed")
    seen = sum(thread["count"] for thread in data.get("threads_events", []))
    kept = sum(len(thread["events"]) for thread in data.get("threads_events", []))
    if seen > kept:
        notes.append(f"stages of the first {kept:,} of {seen:,} events are kept; the sums are of all")
    return notes
