"""The recording of a script: what its recorders have, written again and again, so that a script that is killed leaves
what there was. Runs in the script's process."""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tt_devtools.trace.answers import Answering
from tt_devtools.trace.script_imports import imported_by
from tt_devtools.trace.script_recorders import recorders

_LIBRARIES = ("jax", "mlx", "numpy", "torch")  # whose calls a reader would look for


class Session:
    """The recording of one process; `state` is what the file says besides the sums."""

    def __init__(self, answering: Answering, script: Path) -> None:
        self._answering = answering
        self._began = time.perf_counter()
        self._owner = os.getpid()
        self._lock = (
            threading.RLock()
        )  # threads save when they call an op, a signal's handler in the midst of it
        self._recorders = recorders(script, self.save)
        self._loaded = set(sys.modules) - imported_by(script)
        followed = [recorder.name for recorder in self._recorders]
        self.state: dict[str, Any] = {"finished": False, "forks": 0, "threads": 1, "followed": followed}

    def start(self) -> None:
        """Begins in the thread that calls it."""
        for recorder in self._recorders:
            recorder.start()

    def stop(self) -> None:
        """Ends in the thread that calls it."""
        for recorder in self._recorders:
            recorder.stop()

    def save(self, *, finished: bool = False) -> None:
        """Writes what there is so far. In a forked process there is nothing to save; a full disk is the reader's
        trouble, who sees that the last sums are missing, and not the script's."""
        if os.getpid() == self._owner:
            with self._lock, suppress(OSError):
                self._write(finished)

    def _write(self, finished: bool) -> None:
        self.state["finished"] = finished
        self.state["seconds"] = time.perf_counter() - self._began
        unseen = set(_LIBRARIES).intersection(sys.modules) - self._loaded - set(self.state["followed"])
        rows = [row for recorder in self._recorders for row in recorder.rows()]
        whole: dict[str, Any] = {**self.state, "not_followed": sorted(unseen), "rows": rows}
        if finished:
            kept = [thread for recorder in self._recorders for thread in recorder.events()]
            whole["threads_events"] = [{"events": events, "count": count} for events, count in kept]
        self._answering.write(whole)

    def follow_threads(self) -> None:
        """Records in each thread that the script starts, too."""
        threads: Any = threading.Thread
        start = threads.start
        session = self

        def traced_start(thread: Any) -> None:
            run = thread.run

            def traced_run() -> None:
                session.start()
                try:
                    run()
                finally:
                    session.stop()

            session.state["threads"] += 1
            thread.run = traced_run
            start(thread)

        threads.start = traced_start

    def follow_ends(self) -> None:
        """Saves before the ends that run no more Python, and stops in forked processes."""
        for name in ("_exit", "abort", "execv", "execve"):
            setattr(os, name, self._saving(getattr(os, name), name))
        kill = os.kill

        def traced_kill(pid: int, number: int) -> None:
            if pid == self._owner:
                self.save()
            kill(pid, number)

        os.kill = traced_kill
        os.register_at_fork(after_in_parent=self._count_fork, after_in_child=self.stop)

    def _count_fork(self) -> None:
        if os.getpid() == self._owner:
            self.state["forks"] += 1

    def _saving(self, end: Callable[..., Any], name: str) -> Callable[..., Any]:
        def saving(*arguments: Any) -> Any:
            if os.getpid() == self._owner:
                self.state["ended_by"] = f"os.{name}"
            self.save()
            return end(*arguments)

        return saving
