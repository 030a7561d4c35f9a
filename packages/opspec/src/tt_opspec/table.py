"""The op table: every entry that the files in `ops/` make, in order of file and line.

`entries()` imports them all. Two entries with one qualified name, or one name spread over two files
(overloads are tried in the order they are written, which only one file has), are refused with both places.
Must not import compiled code.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import iter_modules

from tt_opspec.entry import OpEntry, TableError
from tt_opspec.refusals import refusals

__all__ = ["OpEntry", "Table", "TableError", "caller", "collect_into", "current", "entries"]

_HERE = os.path.dirname(os.path.abspath(__file__))
_CHECKOUT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(_HERE))))
_IN_CHECKOUT = os.path.join(_CHECKOUT, "packages", "opspec", "src", "tt_opspec") == _HERE


class Table:
    """Entries by qualified name, with what they must not share."""

    def __init__(self) -> None:
        self._entries: dict[str, OpEntry] = {}
        self._names: dict[str, OpEntry] = {}
        self._functors: dict[str, OpEntry] = {}
        self._slots: dict[str, OpEntry] = {}

    def add(self, entry: OpEntry) -> OpEntry:
        """Takes the entry in, or raises TableError with the reason and the place."""
        for reason in refusals(entry):
            raise TableError(f"{entry.qualified}: {reason}", place=entry.where)
        if twin := self._entries.get(entry.qualified):
            raise TableError(f"{entry.qualified}: two entries, at {twin.where} and {entry.where}")
        if (first := self._names.setdefault(entry.name, entry)).file != entry.file:
            raise TableError(
                f"{entry.qualified}: overloads of one op stay in one file, which orders "
                f"how they are tried; {first.qualified} is at {first.where}, this one at {entry.where}"
            )
        if entry.functor:
            _check_shared_functor(self._functors.setdefault(entry.functor.name, entry), entry)
        for slot in entry.slots:
            holder = self._slots.setdefault(slot, entry)
            if holder.name != entry.name:
                raise TableError(
                    f"{entry.qualified}: slot '{slot}' is filled twice, at {holder.where} and {entry.where}"
                )
        self._entries[entry.qualified] = entry
        return entry

    def entries(self) -> tuple[OpEntry, ...]:
        """All entries, in the order they were added."""
        return tuple(self._entries.values())


def _check_shared_functor(one: OpEntry, two: OpEntry) -> None:
    """Loops are named for the functor and made once, so whoever shares one must ask for the same loops."""
    places = f"({one.where} and {two.where})"
    if one.functor != two.functor:
        raise TableError(f"{two.qualified}: functor '{two.functor}' has the name of '{one.functor}' {places}")
    if (one.accepts, one.promotes, _arity(one)) != (two.accepts, two.promotes, _arity(two)):
        raise TableError(
            f"{two.qualified}: shares functor '{two.functor}' with {one.qualified}, but differs in accepts=, "
            f"promotes= or the number of tensors and numbers {places}"
        )


def _arity(entry: OpEntry) -> tuple[bool, int, int]:
    tensors = len(entry.schema.tensors)
    return entry.pointwise, tensors, len(entry.schema.args) - tensors if entry.pointwise else 0


_shipped = Table()
_current = _shipped


def current() -> Table:
    """The table that entries written now go to."""
    return _current


@contextmanager
def collect_into(table: Table) -> Iterator[Table]:
    """Inside the block, entries go to `table`: for out-of-tree ops and tests."""
    global _current
    before, _current = _current, table
    try:
        yield table
    finally:
        _current = before


def entries() -> tuple[OpEntry, ...]:
    """Every op of this package, by file and line."""
    from tt_opspec import ops

    with collect_into(_shipped):
        for module in sorted(module.name for module in iter_modules(ops.__path__)):
            import_module(f"{ops.__name__}.{module}")
    return _shipped.entries()


def caller(depth: int) -> tuple[str, int]:
    """File and line of the frame `depth` above the function that asks; relative to the checkout if inside."""
    frame = sys._getframe(depth + 1)
    file = os.path.abspath(frame.f_code.co_filename)
    inside = _IN_CHECKOUT and file.startswith(_CHECKOUT + os.sep)
    return (os.path.relpath(file, _CHECKOUT) if inside else file), frame.f_lineno
