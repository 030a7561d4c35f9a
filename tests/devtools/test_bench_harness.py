"""The measuring loop, with workers that only keep a diary: order, subtraction, ratios, errors."""

import pytest

from tt_devtools.bench.case import Case
from tt_devtools.bench.harness import LEAST_S, measure, prepare_empty
from tt_devtools.bench.process import WorkerError

EMPTY_S = 10e-9


class FakeWorker:
    """Takes a fixed time per run, round by round, and writes down who was timed."""

    def __init__(self, library: str, per_run_s: list[float], diary: list[str]) -> None:
        self.library = library
        self.per_run_s = per_run_s
        self.diary = diary
        self.rounds = 0
        self.forgotten: list[str] = []

    def prepare(self, key: str, case: Case, library: str) -> bool:
        assert library == self.library
        return case.texts(library) is not None

    def time(self, key: str, count: int) -> float:
        if key.startswith("empty-"):
            return EMPTY_S * count
        self.diary.append(self.library)
        times = self.per_run_s
        round_number = max(0, self.rounds)
        self.rounds += 1
        return times[min(round_number, len(times) - 1)] * count

    def forget(self, key: str) -> None:
        self.forgotten.append(key)


class BrokenWorker(FakeWorker):
    """Raises when it is timed for the `after`th time."""

    after = 0

    def time(self, key: str, count: int) -> float:
        if not key.startswith("empty-") and self.rounds >= self.after:
            raise WorkerError("ValueError: no luck")
        return super().time(key, count)


def workers(**times: list[float]) -> tuple[dict[str, FakeWorker], list[str]]:
    diary: list[str] = []
    return {name: FakeWorker(name, each, diary) for name, each in times.items()}, diary


CASE = Case("add", "call", "a + b", "", "loop")


def test_rounds_alternate_between_the_libraries() -> None:
    made, diary = workers(tt=[1e-3], torch=[1e-3], numpy=[1e-3])
    measure(CASE, made, rounds=3, slice_s=0.0)
    calibration, rounds = diary[:3], diary[3:]
    assert calibration == ["tt", "torch", "numpy"]
    assert rounds == ["tt", "torch", "numpy"] * 3


def test_ratios_are_taken_round_by_round_with_the_empty_cost_off() -> None:
    # The first time is the calibration's.
    made, _ = workers(tt=[1e-6, 110e-9, 210e-9, 310e-9], torch=[1e-6, 1010e-9, 1010e-9, 1010e-9])
    measured = measure(CASE, made, rounds=3, slice_s=0.0)
    assert measured.ratios("torch") == pytest.approx([0.1, 0.2, 0.3])
    assert measured.median_s("tt") == pytest.approx(200e-9)


def test_nothing_is_subtracted_where_the_case_says_so() -> None:
    made, _ = workers(tt=[1e-3, 2e-3], numpy=[1e-3, 4e-3])
    measured = measure(Case("big", "large", "a + b"), made, rounds=1, slice_s=0.0)
    assert measured.seconds == {"tt": [pytest.approx(2e-3)], "numpy": [pytest.approx(4e-3)]}


def test_a_time_below_the_empty_cost_stays_positive() -> None:
    made, _ = workers(tt=[5e-9], torch=[100e-9])
    assert measure(CASE, made, rounds=1, slice_s=0.0).seconds["tt"] == [LEAST_S]


def test_runs_are_repeated_until_they_fill_a_slice() -> None:
    made, diary = workers(tt=[1e-3])
    measured = measure(Case("one", "call", "a"), made, rounds=1, slice_s=8e-3)
    assert len(diary) == 4 + 1, "1, 2, 4, 8 runs, then the round"
    assert measured.seconds["tt"] == [pytest.approx(1e-3)]


def test_a_library_without_the_thing_is_not_compared() -> None:
    made, diary = workers(tt=[1e-3], numpy=[1e-3])
    measured = measure(Case("chain", "record", {"tt": "w + v", "torch": "w + v"}), made, 2, 0.0)
    assert "numpy" not in diary
    assert not measured.compares("numpy")
    assert measured.errors == {}


def test_a_peer_that_raises_drops_out_and_the_others_go_on() -> None:
    made, _ = workers(tt=[1e-3], torch=[1e-3])
    broken = BrokenWorker("numpy", [1e-3], [])
    broken.after = 2
    made["numpy"] = broken
    measured = measure(CASE, made, rounds=3, slice_s=0.0)
    assert measured.errors == {"numpy": "ValueError: no luck"}
    assert len(measured.seconds["torch"]) == 3
    assert "numpy" not in measured.seconds
    assert made["tt"].forgotten == ["add"]


def test_nothing_is_measured_when_tt_raises() -> None:
    made, diary = workers(torch=[1e-3])
    made = {"tt": BrokenWorker("tt", [1e-3], []), **made}
    measured = measure(CASE, made, rounds=3, slice_s=0.0)
    assert measured.errors == {"tt": "ValueError: no luck"}
    assert diary == ["torch"], "its calibration only"


def test_empty_bodies_are_prepared_once_in_every_worker() -> None:
    prepared = []

    class Preparing(FakeWorker):
        def prepare(self, key: str, case: Case, library: str) -> bool:
            prepared.append((library, key))
            return True

    prepare_empty({name: Preparing(name, [1e-3], []) for name in ("tt", "torch")})
    assert prepared == [(name, key) for name in ("tt", "torch") for key in ("empty-call", "empty-loop")]
