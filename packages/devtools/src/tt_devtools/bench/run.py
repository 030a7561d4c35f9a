"""One bench: starts a worker per library, measures each case, judges."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tt_devtools.bench.case import OURS, Case
from tt_devtools.bench.cases import AREAS
from tt_devtools.bench.harness import measure, prepare_empty
from tt_devtools.bench.process import WorkerError, WorkerProcess
from tt_devtools.bench.verdict import Mean, Row, means_of, row_of
from tt_devtools.failure import Failure
from tt_devtools.interpreters import how_to_get_torch
from tt_devtools.output import say
from tt_devtools.progress import Progress


@dataclass(frozen=True, slots=True)
class Bench:
    """What came out. `versions` names the libraries that took part."""

    rows: list[Row]
    means: list[Mean]
    versions: dict[str, str]


def run_bench(cases: Sequence[Case], torch: Path | None, rounds: int, threads: int) -> Bench:
    """Measures `cases`; a peer that is not there is named once and left out."""
    pythons = {OURS: Path(sys.executable)}
    if torch:
        pythons["torch"] = torch
    else:
        say(f"tt bench: no PyTorch here, so it is not compared; to have it: {how_to_get_torch()}")
    if find_spec("numpy"):
        pythons["numpy"] = Path(sys.executable)
    with ExitStack() as stack:
        workers = {
            library: stack.enter_context(WorkerProcess(library, python, threads))
            for library, python in pythons.items()
        }
        versions = _versions(workers)
        prepare_empty(workers)
        rows = []
        with Progress("measuring", loud=False) as progress:
            for done, case in enumerate(cases):
                progress.step(done, len(cases), case.name)
                rows.append(row_of(measure(case, workers, rounds, AREAS[case.area].slice_s)))
    return Bench(rows, means_of(rows, AREAS), versions)


def _versions(workers: dict[str, WorkerProcess]) -> dict[str, str]:
    versions = {}
    for library, worker in list(workers.items()):
        try:
            versions[library] = worker.version()
        except WorkerError as error:
            if library == OURS:
                raise Failure(f"import tt fails: {error}", hint="tt build") from None
            say(f"tt bench: {library} is not compared: {error}")
            del workers[library]
    return versions
