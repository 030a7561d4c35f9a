"""The calls of a script that uses PyTorch, summed up by op and source line as tt's own hook does it.

A dispatch mode sees each op as it arrives below Autograd, those of backward too: the parts of a composite, not the
composite. Runs in the script's process.
"""

import os
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from tt_devtools.trace.foreign.dispatch_mode import seeing
from tt_devtools.trace.foreign.stages import Stages

_TICK_NS = 100_000_000
_NOTES = "profiler"  # the namespace of what PyTorch's own Python code notes for its profiler


class TorchCalls:
    """A recorder of `script_recorders`."""

    name = "torch"

    def __init__(self, tick: Callable[[], None], kept_events: int) -> None:
        import torch

        self._tick, self._ticked_ns, self._kept_events = tick, 0, kept_events
        self._skipped = (
            f"{Path(torch.__file__).parent}{os.sep}",
            f"{Path(__file__).parents[2]}{os.sep}",
            "<frozen ",
        )
        self._rows: dict[tuple[str, str, int], dict[str, Any]] = {}
        self._stages: defaultdict[int, Stages] = defaultdict(Stages)
        self._counts: Counter[int] = Counter()
        self._lock = threading.Lock()
        self._modes = threading.local()

    def start(self) -> None:
        """Begins in the thread that calls it."""
        self._modes.mode = seeing(self._call)
        self._modes.mode.__enter__()

    def stop(self) -> None:
        """Ends in the thread that calls it, where it began there."""
        if mode := self._modes.__dict__.pop("mode", None):
            mode.__exit__(None, None, None)

    def rows(self) -> list[dict[str, Any]]:
        """Sums by op and source line."""
        with self._lock:
            return [dict(row) for row in self._rows.values()]

    def events(self) -> list[tuple[list[dict[str, Any]], int]]:
        """For each thread its first calls, a stage each: what PyTorch does inside is seen of single calls only."""
        with self._lock:
            return [(stages.events, self._counts[thread]) for thread, stages in self._stages.items()]

    def _call(self, func: Any, args: Any, kwargs: Any) -> Any:
        if func.namespace == _NOTES:
            return func(*args, **kwargs)
        raised, begun = True, time.perf_counter_ns()
        try:
            result = func(*args, **kwargs)
            raised = False
            return result
        finally:
            self._add(str(func.name()), begun, raised)

    def _add(self, op: str, begun_ns: int, raised: bool) -> None:
        """One call that ended now, of the line that runs in this thread."""
        now = time.perf_counter_ns()
        (file, line), ns, thread = self._line(), now - begun_ns, threading.get_ident()
        sums = {"calls": 1, "outermost": 1, "ns": ns, "own_ns": ns, "raised": int(raised)}
        with self._lock:
            row = self._rows.setdefault((op, file, line), _empty_row(op, file, line))
            for name, more in sums.items():
                row[name] = row.get(name, 0) + more
            self._counts[thread] += 1
            if self._counts[thread] <= self._kept_events:
                detail = {"script": f"{file}:{line}"}
                self._stages[thread].add("call", op, op=op, ns=ns, start_ns=begun_ns, detail=detail)
            is_due = now - self._ticked_ns > _TICK_NS
            if is_due:
                self._ticked_ns = now
        if is_due:
            self._tick()

    def _line(self) -> tuple[str, int]:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if not frame.f_code.co_filename.startswith(self._skipped):
                return frame.f_code.co_filename, frame.f_lineno
            frame = frame.f_back
        return "<no Python line>", 0


def _empty_row(op: str, file: str, line: int) -> dict[str, Any]:
    return {"op": op, "file": file, "line": line, "stage_ns": {}, "keys": {}, "loops": {}}
