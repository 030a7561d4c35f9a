"""What was registered by whom, so that it can be taken away again. Must not know what a registration is.

A scope belongs to one Library and undoes what it holds, last first. What others registered for an op goes with the op.
"""

import sys
from collections.abc import Callable

Place = tuple[str, int]


class Registration:
    """Something that can be undone once; `op` is the qualified name of what it hangs on, "" for none."""

    def __init__(self, undo: Callable[[], object], op: str = "") -> None:
        self._undo: Callable[[], object] | None = undo
        self._op = op
        if op:
            _of_op.setdefault(op, []).append(self)

    def undo(self) -> None:
        """Takes it away, if nobody has."""
        undo, self._undo = self._undo, None
        if undo is None:
            return
        if others := _of_op.get(self._op):
            others.remove(self)
        undo()


class Scope:
    """Registrations that end together."""

    def __init__(self) -> None:
        self._held: list[Registration] = []

    def add(self, undo: Callable[[], object], op: str = "") -> None:
        """Takes in what `undo` takes away; `op` is what it hangs on."""
        self._held.append(Registration(undo, op))

    def close(self) -> None:
        """Undoes everything, last first."""
        while self._held:
            self._held.pop().undo()


def undo_all_of(op: str) -> None:
    """Undoes what hangs on an op that is about to go."""
    for registration in reversed(_of_op.pop(op, [])):
        registration.undo()


def caller() -> Place:
    """File and line of the nearest frame outside of this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def _is_ours(module: str) -> bool:
    return module == "tt.library" or module.startswith("tt.library.")


_of_op: dict[str, list[Registration]] = {}

forever = Scope()
"""Holds what nobody scopes."""
