"""Measures cases: calibrates, then alternates between the libraries, round by round.

Knows workers only by the protocol below, so that a test can hand in fakes. Must not draw anything.
"""

import statistics
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tt_devtools.bench.case import OURS, Case, Empty
from tt_devtools.bench.process import WorkerError

MOST_RUNS = 10_000_000
LEAST_S = 1e-9  # what remains after subtracting the empty call is noise below this

# `callable` does next to nothing: it costs what any call of compiled code does. A Python function costs more.
EMPTY_CASES: dict[Empty, Case] = {
    "call": Case("empty-call", "", "callable(1)", empty="call"),
    "loop": Case("empty-loop", "", "pass", empty="loop"),
}


class Worker(Protocol):
    """One library's process."""

    def prepare(self, key: str, case: Case, library: str) -> bool: ...
    def time(self, key: str, count: int) -> float: ...
    def forget(self, key: str) -> None: ...


@dataclass(slots=True)
class Measured:
    """Seconds per run by library and round, the empty cost taken off; `errors` where a library raised."""

    case: Case
    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    def ratios(self, peer: str) -> list[float]:
        """tt / peer of each round."""
        return [ours / theirs for ours, theirs in zip(self.seconds[OURS], self.seconds[peer], strict=True)]

    def compares(self, peer: str) -> bool:
        """Whether both sides ran."""
        return OURS in self.seconds and peer in self.seconds

    def median_s(self, library: str) -> float:
        """The median over the rounds."""
        return statistics.median(self.seconds[library])


def prepare_empty(workers: Mapping[str, Worker]) -> None:
    """Makes the empty bodies ready in every worker, once."""
    for library, worker in workers.items():
        for case in EMPTY_CASES.values():
            worker.prepare(case.name, case, library)


def measure(case: Case, workers: Mapping[str, Worker], rounds: int, slice_s: float) -> Measured:
    """Runs one case in every worker; each timing lasts about `slice_s`. A library that raises drops out."""
    measured = Measured(case)
    empty = EMPTY_CASES.get(case.empty)
    pairs: dict[str, _Pair] = {}
    for library, worker in workers.items():
        try:
            if worker.prepare(case.name, case, library):
                pairs[library] = _Pair(worker, case, empty, slice_s)
                measured.seconds[library] = []
        except WorkerError as error:
            _drop(measured, library, error)
    for _ in range(rounds if OURS in pairs else 0):
        for library, pair in pairs.items():
            if library in measured.errors:
                continue
            try:
                measured.seconds[library].append(pair.time())
            except WorkerError as error:
                _drop(measured, library, error)
    for library in pairs:
        if library not in measured.errors:
            workers[library].forget(case.name)
    return measured


def _drop(measured: Measured, library: str, error: WorkerError) -> None:
    measured.errors[library] = str(error)
    measured.seconds.pop(library, None)


class _Pair:
    """A case and its empty counterpart in one worker, with the numbers of runs that fill a slice."""

    def __init__(self, worker: Worker, case: Case, empty: Case | None, slice_s: float) -> None:
        self._worker = worker
        self._name, self._count = case.name, _count_for(worker, case.name, slice_s)
        self._empty = (empty.name, _count_for(worker, empty.name, slice_s / 4)) if empty else None

    def time(self) -> float:
        """Seconds of one run, the empty cost taken off."""
        spent = self._worker.time(self._name, self._count) / self._count
        if self._empty:
            name, count = self._empty
            spent -= self._worker.time(name, count) / count
        return max(spent, LEAST_S)


def _count_for(worker: Worker, key: str, slice_s: float) -> int:
    """Doubles until one timing is long enough; the first one also warms up."""
    count = 1
    while worker.time(key, count) < slice_s and count < MOST_RUNS:
        count *= 2
    return count
