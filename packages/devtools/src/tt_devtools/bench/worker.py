"""One library's side of a bench, run as a script by the Python that has the library.

Reads one JSON request a line on stdin, answers one a line: {"do": "prepare", ...} compiles a body and runs it
once, {"do": "time", "key", "count"} answers with seconds. Standard library only, and no import of
tt_devtools: the other environment does not have it.
"""

import gc
import importlib
import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from typing import Any

# After a parallel region a library's threads spin: NumPy's OpenBLAS for 50 ms, in the way of whoever is next.
WINDOW_S = 0.005
QUIET = 0.1  # part of a window that a process may run and count as quiet
WINDOWS = 2  # in a row, since a busy machine may have kept a spinning thread from running in one
LONGEST_S = 2.0
_TENSORS = """
def array(x): return xp.from_numpy(x)
def parameter(x): return xp.from_numpy(x).requires_grad_(True)
"""
PRELUDES = {"tt": _TENSORS, "torch": _TENSORS, "numpy": "def array(x): return x\n"}
TIMED = """
def timed(numbers, clock):
    began = clock()
    for _ in numbers:
{body}
    return clock() - began
"""
FRESH = """
import time
began = time.perf_counter()
{body}
print(time.perf_counter() - began)
"""


class Bodies:
    """The prepared bodies of one library, by key."""

    def __init__(self, library: str) -> None:
        self._library = library
        self._timed: dict[str, Any] = {}
        self._clocks: dict[str, Callable[[], float]] = {}

    def version(self) -> str:
        """What the library calls itself; imports it."""
        return str(getattr(importlib.import_module(self._library), "__version__", "unknown"))

    def prepare(self, key: str, setup: str, body: str, clock: str, fresh: bool) -> None:
        """Compiles a body in a namespace of its own and runs it once."""
        self._clocks[key] = time.thread_time if clock == "thread" else time.perf_counter
        if fresh:
            self._timed[key] = lambda numbers, clock: sum(_in_a_fresh_process(body) for _ in numbers)
        else:
            names: dict[str, Any] = {"xp": importlib.import_module(self._library)}
            prelude = "import numpy as np\n" + PRELUDES[self._library] if setup.strip() else ""
            exec(compile(prelude + setup, f"<setup of {key}>", "exec"), names)
            text = TIMED.format(body=textwrap.indent(body.strip(), " " * 8))
            exec(compile(text, f"<{key}>", "exec"), names)
            self._timed[key] = names["timed"]
        self.time(key, 1)

    def time(self, key: str, count: int) -> float:
        """Seconds for `count` runs of a body, without collections of cycles in between.

        Returns when the library's threads sleep, where those of the body may be several.
        """
        gc.disable()
        try:
            return float(self._timed[key](range(count), self._clocks[key]))
        finally:
            gc.enable()
            if self._clocks[key] is time.perf_counter:
                settle()

    def forget(self, key: str) -> None:
        """Frees what a body's setup made."""
        self._timed.pop(key, None)


def settle() -> bool:
    """Waits until all threads of this process sleep; False when they never do."""
    quiet, deadline = 0, time.perf_counter() + LONGEST_S
    while quiet < WINDOWS and time.perf_counter() < deadline:
        before = time.process_time()
        time.sleep(WINDOW_S)
        quiet = quiet + 1 if time.process_time() - before < QUIET * WINDOW_S else 0
    return quiet == WINDOWS


def _in_a_fresh_process(body: str) -> float:
    done = subprocess.run([sys.executable, "-c", FRESH.format(body=body)], text=True, capture_output=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "failed")
    return float(done.stdout)


def answer(bodies: Bodies, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request; an exception of the library is an answer too."""
    try:
        if request["do"] == "version":
            return {"version": bodies.version()}
        if request["do"] == "prepare":
            bodies.prepare(**{name: value for name, value in request.items() if name != "do"})
            return {}
        if request["do"] == "forget":
            bodies.forget(request["key"])
            return {}
        return {"seconds": bodies.time(request["key"], request["count"])}
    except Exception as error:  # whatever the measured code raises is reported in its row
        return {"error": f"{type(error).__name__}: {error}".splitlines()[0]}


def main() -> None:
    """Serves requests until stdin ends."""
    # Whatever the library prints goes to stderr: the pipe carries answers only.
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    bodies = Bodies(sys.argv[1])
    for line in sys.stdin:
        channel.write(json.dumps(answer(bodies, json.loads(line))) + "\n")
        channel.flush()


if __name__ == "__main__":
    main()
