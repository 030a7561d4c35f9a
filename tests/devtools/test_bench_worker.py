"""The worker process for real, with NumPy in it."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tt_devtools.bench import worker as bench_worker
from tt_devtools.bench.case import Case
from tt_devtools.bench.cases import AREAS, CASES
from tt_devtools.bench.process import WorkerError, WorkerProcess


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    with WorkerProcess("numpy", Path(sys.executable), threads=1) as process:
        yield process


def test_times_a_body_with_its_setup(worker: WorkerProcess) -> None:
    case = Case("add", "call", {"numpy": "xp.add(a, a)"}, "a = array(np.ones(4))\n")
    assert worker.prepare("add", case, "numpy")
    assert 0 < worker.time("add", 1000) < 1
    worker.forget("add")
    with pytest.raises(WorkerError, match="KeyError"):
        worker.time("add", 1)


def test_what_the_library_raises_is_an_answer_and_not_the_end(worker: WorkerProcess) -> None:
    with pytest.raises(WorkerError, match="ZeroDivisionError: division by zero"):
        worker.prepare("bad", Case("bad", "call", "1 / 0"), "numpy")
    assert worker.prepare("good", Case("good", "call", "1 + 1"), "numpy")


def test_what_the_library_prints_does_not_disturb_the_answers(worker: WorkerProcess) -> None:
    assert worker.prepare("loud", Case("loud", "call", "print('hello')"), "numpy")
    assert worker.time("loud", 3) > 0


def test_a_fresh_body_runs_in_its_own_process(worker: WorkerProcess) -> None:
    body = "import os, time; time.sleep(0.01); assert 'numpy' not in __import__('sys').modules"
    assert worker.prepare("fresh", Case("fresh", "import", body, fresh=True), "numpy")
    assert 0.01 <= worker.time("fresh", 1) < 1
    with pytest.raises(WorkerError, match="ModuleNotFoundError"):
        worker.prepare("absent", Case("absent", "import", "import no_such_module", fresh=True), "numpy")


SPIN = """
import threading, time
def spin():
    end = time.perf_counter() + 0.3
    while time.perf_counter() < end: pass
def start(): threads.append(threading.Thread(target=spin)); threads[-1].start()
threads = []
"""


def test_a_timing_ends_when_the_threads_that_it_left_spinning_sleep(worker: WorkerProcess) -> None:
    case = Case("spin", "large", "start()", SPIN)
    assert worker.prepare("spin", case, "numpy")
    began = time.perf_counter()
    worker.time("spin", 1)
    assert time.perf_counter() - began > 0.3


def test_settling_gives_up_on_threads_that_never_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = iter(range(1_000_000))
    monkeypatch.setattr(bench_worker.time, "process_time", lambda: next(spent))
    monkeypatch.setattr(bench_worker, "LONGEST_S", 0.02)
    assert not bench_worker.settle()
    monkeypatch.setattr(bench_worker.time, "process_time", lambda: 0.0)
    monkeypatch.setattr(bench_worker, "LONGEST_S", 60.0)
    assert bench_worker.settle()


def test_a_process_that_dies_is_reported(worker: WorkerProcess) -> None:
    with pytest.raises(WorkerError, match=r"the process ended \(exit code 7\)"):
        worker.prepare("exit", Case("exit", "call", "__import__('os')._exit(7)"), "numpy")


def test_a_library_that_is_not_there_is_an_error() -> None:
    with WorkerProcess("no_such_library", Path(sys.executable), 0) as worker, pytest.raises(WorkerError):
        worker.version()


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.area == "call" and case.texts("numpy")],
    ids=lambda case: case.name,
)
def test_numpys_side_of_every_call_case_runs(worker: WorkerProcess, case: Case) -> None:
    assert worker.prepare(case.name, case, "numpy")


def test_cases_are_complete() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    assert {case.area for case in CASES} == set(AREAS)
    for case in CASES:
        assert case.texts("tt"), case.name
        assert case.texts("torch"), case.name
        assert "torch" in case.targets, case.name
