"""Runs a script under trace, in a process of its own: `-m tt_devtools.trace.script_child PARENT FILE SCRIPT ARGS`.

Writes what was recorded to FILE, again and again and whole each time, so that a script that is killed leaves
what there was. The script sees the world as it is without a tracer: its own argv, folder, __main__ and exit.
"""

import builtins
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from tt_devtools.stopping import end_with_parent

KEPT_EVENTS = 20_000  # for the pages: about a thousand calls with all their stages
_PACKAGES = ("tt", "tt_core", "tt_kernels", "tt_autograd", "tt_opspec")


class Session:
    """The recording of one process; `state` is what the file says besides the sums."""

    def __init__(self, file: Path) -> None:
        import tt_core._C as library

        self._library: Any = library
        self._file = file
        self._began = time.perf_counter()
        self._owner = os.getpid()
        self.state: dict[str, Any] = {"finished": False, "forks": 0, "threads": 1}
        self._skipped = [_folder(name) for name in _PACKAGES] + [_folder("tt_devtools"), "<frozen "]

    def start(self) -> None:
        """Begins in the thread that calls it."""
        self._library.script_trace_start(self._skipped, KEPT_EVENTS, self.save)

    def stop(self) -> None:
        """Ends in the thread that calls it."""
        self._library.script_trace_stop()

    def save(self, *, finished: bool = False) -> None:
        """Puts what there is so far into the file, by a rename. In a forked process there is nothing to save."""
        if os.getpid() != self._owner:
            return
        self.state["finished"] = finished
        self.state["seconds"] = time.perf_counter() - self._began
        whole: dict[str, Any] = {**self.state, "rows": self._library.script_trace_rows()}
        if finished:
            whole["threads_events"] = [
                {"events": events, "count": count} for events, count in self._library.script_trace_events()
            ]
        beside = self._file.with_suffix(".new")
        beside.write_text(json.dumps(whole), encoding="utf-8", errors="surrogateescape")
        beside.replace(self._file)

    def follow_threads(self) -> None:
        """Records in each thread that the script starts, too."""
        start = threading.Thread.start
        session = self

        def traced_start(thread: threading.Thread) -> None:
            run = thread.run

            def traced_run() -> None:
                session.start()
                try:
                    run()
                finally:
                    session.stop()

            session.state["threads"] += 1
            thread.run = traced_run  # type: ignore[method-assign]
            start(thread)

        threading.Thread.start = traced_start  # type: ignore[assignment,method-assign]

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


def main(arguments: list[str]) -> int:
    """Runs the script; returns its exit code, with its own traceback printed where it raised."""
    parent, file, script, *rest = arguments
    end_with_parent(int(parent))
    import tt  # noqa: F401 - registers the ops

    session = Session(Path(file))
    session.follow_threads()
    session.follow_ends()
    sys.argv = [script, *rest]
    sys.path[0] = str(Path(script).resolve().parent)
    session.start()
    try:
        _run(script)
        return _ended(session, 0)
    except SystemExit as error:
        return _ended(session, _exit_code(error))
    except KeyboardInterrupt:
        return _ended(session, 130)
    except BaseException as error:
        error.__traceback__ = _script_part(error.__traceback__, script)
        sys.excepthook(type(error), error, error.__traceback__)
        session.state["error"] = f"{type(error).__name__}: {error}"
        return _ended(session, 1)


def _run(script: str) -> None:
    """As `python SCRIPT` does: in a module __main__ that stays while threads of the script live."""
    module = ModuleType("__main__")
    module.__dict__.update(__file__=script, __builtins__=builtins)
    sys.modules["__main__"] = module
    exec(compile(Path(script).read_bytes(), script, "exec"), module.__dict__)


def _ended(session: Session, code: int) -> int:
    session.stop()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    session.state["exit_code"] = code
    session.save(finished=True)
    return code


def _exit_code(error: SystemExit) -> int:
    if error.code is None or isinstance(error.code, int):
        return error.code or 0
    print(error.code, file=sys.stderr)
    return 1


def _script_part(traceback: TracebackType | None, script: str) -> TracebackType | None:
    """The traceback from the script on, none where it never ran: what ran it is no business of its reader."""
    part = traceback
    while part is not None and part.tb_frame.f_code.co_filename != script:
        part = part.tb_next
    return part


def _folder(package: str) -> str:
    from importlib.util import find_spec

    spec = find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec else []
    return f"{places[0]}{os.sep}" if places else f"<no {package}>"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
