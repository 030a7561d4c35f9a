"""What records the calls of a script: tt's own hook, and a dispatch mode for PyTorch. Runs in the script's process."""

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from tt_devtools.trace.script_imports import imported_by

KEPT_EVENTS = 20_000  # for the pages: about a thousand calls with all their stages
_PACKAGES = ("tt", "tt_core", "tt_kernels", "tt_autograd", "tt_opspec")
Tick = Callable[[], None]  # called now and then while calls are recorded


class Recorder(Protocol):
    """Calls of one library, in all threads that were started."""

    name: str

    def start(self) -> None:
        """Begins in the thread that calls it."""

    def stop(self) -> None:
        """Ends in the thread that calls it."""

    def rows(self) -> list[dict[str, Any]]:
        """Sums by op and source line."""

    def events(self) -> list[tuple[list[dict[str, Any]], int]]:
        """For each thread the stages of its first calls, and how many there were."""


class OurCalls:
    """The hook of tt_core, which follows every stage."""

    name = "tt"

    def __init__(self, tick: Tick) -> None:
        import_module("tt")  # registers the ops
        self._library: Any = import_module("tt_core._C")
        self._tick = tick
        self._skipped = [_folder(name) for name in _PACKAGES] + [_folder("tt_devtools"), "<frozen "]

    def start(self) -> None:
        self._library.script_trace_start(self._skipped, KEPT_EVENTS, self._tick)

    def stop(self) -> None:
        self._library.script_trace_stop()

    def rows(self) -> list[dict[str, Any]]:
        return list(self._library.script_trace_rows())

    def events(self) -> list[tuple[list[dict[str, Any]], int]]:
        return list(self._library.script_trace_events())


def recorders(script: Path, tick: Tick) -> list[Recorder]:
    """Those of the libraries that this interpreter has; PyTorch's only for a script that imports it."""
    found: list[Recorder] = [OurCalls(tick)] if find_spec("tt") else []
    if "torch" in imported_by(script) and find_spec("torch"):
        from tt_devtools.trace.foreign.torch_calls import TorchCalls

        found.append(TorchCalls(tick, KEPT_EVENTS))
    return found


def _folder(package: str) -> str:
    spec = find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec else []
    return f"{places[0]}{os.sep}" if places else f"<no {package}>"
