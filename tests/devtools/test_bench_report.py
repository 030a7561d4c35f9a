"""Ratios, targets, geometric means; the table and `--json`; the command's exit codes."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from ran import Tt
from tiny_project import Project
from tt_devtools.bench import run as run_module
from tt_devtools.bench.case import Area, Case
from tt_devtools.bench.choose import chosen
from tt_devtools.bench.harness import Measured
from tt_devtools.bench.report import show
from tt_devtools.bench.run import Bench
from tt_devtools.bench.verdict import Row, as_json, geometric_mean, means_of, row_of
from tt_devtools.failure import Failure

AREAS = {
    "call": Area("call", "cost of one call", 0.01, {"torch": 0.1}),
    "import": Area("import", "import", 0),
}
TARGETS = {"torch": 0.2, "numpy": 0.4}


def measured(
    name: str,
    tt: list[float] | None,
    torch: list[float] | None = None,
    numpy: list[float] | None = None,
    errors: dict[str, str] | None = None,
    **more: Any,
) -> Measured:
    case = Case(name, more.pop("area", "call"), "a + b", targets=more.pop("targets", TARGETS), **more)
    seconds = {"tt": tt, "torch": torch, "numpy": numpy}
    return Measured(case, {key: value for key, value in seconds.items() if value}, errors or {})


ROWS = [
    row_of(measured("add", [68e-9, 70e-9, 90e-9], [1.7e-6, 1.4e-6, 1.8e-6], [0.5e-6, 0.1e-6, 0.45e-6])),
    row_of(measured("index", [300e-9], [1e-6])),
    row_of(measured("sum", None, None, errors={"tt": "RuntimeError: no kernel"})),
    row_of(measured("import", [0.2], [1.6], area="import", targets={}, at_most_s=0.1)),
]


def test_the_median_of_the_rounds_ratios_is_quoted() -> None:
    torch, numpy = ROWS[0].ratios
    assert (torch.median, torch.low, torch.high) == pytest.approx((0.05, 0.04, 0.05))
    assert (numpy.median, numpy.low, numpy.high) == pytest.approx((0.2, 0.136, 0.7))
    assert (torch.ok, numpy.ok, ROWS[0].missed) == (True, True, False)


def test_misses() -> None:
    assert [row.missed for row in ROWS] == [False, True, True, True]
    assert ROWS[3].time_ok is False


def test_geometric_means_by_area_and_peer() -> None:
    means = {(mean.area, mean.peer): mean for mean in means_of(ROWS, AREAS)}
    assert geometric_mean([0.05, 0.2]) == pytest.approx(0.1)
    mean = means["call", "torch"]
    assert mean.value == pytest.approx(geometric_mean([0.05, 0.3]))
    assert (mean.cases, mean.ok) == (2, False)
    assert means["import", "torch"].ok is None


def test_json_shape() -> None:
    data = as_json(ROWS, means_of(ROWS, AREAS), {"rounds": 3})
    assert data["rounds"] == 3
    assert data["missed"] == ["index", "sum", "import", "call mean"]
    assert data["cases"][0] == {
        "name": "add",
        "area": "call",
        "ns": 70.0,
        "at_most_ns": None,
        "peers": {
            "torch": {"ns": 1700.0, "ratio": 0.05, "low": 0.04, "high": 0.05, "target": 0.2, "ok": True},
            "numpy": {"ns": 450.0, "ratio": 0.2, "low": 0.136, "high": 0.7, "target": 0.4, "ok": True},
        },
        "errors": {},
    }
    assert data["cases"][2]["ns"] is None
    assert data["cases"][2]["errors"] == {"tt": "RuntimeError: no kernel"}


def test_table(golden: Callable[[str, str], None]) -> None:
    file = io.StringIO()
    console = Console(file=file, width=110, color_system=None)
    show(console, ROWS, means_of(ROWS, AREAS), AREAS, ["torch", "numpy"])
    golden("bench_table.txt", file.getvalue())


def test_choosing_cases() -> None:
    assert [case.name for case in chosen(["sum", "add"], [])] == ["add", "sum"]
    assert {case.area for case in chosen([], ["import", "record"])} == {"import", "record"}
    assert len(chosen([], [])) > 30
    with pytest.raises(Failure, match="unknown case 'ad'"):
        chosen(["ad"], [])
    with pytest.raises(Failure, match="unknown area 'large-tensors'"):
        chosen([], ["large-tensors"])


@pytest.fixture
def fake_bench(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[Row]], None]:
    """The command with measurements of our own."""

    def use(rows: list[Row]) -> None:
        bench = Bench(rows, means_of(rows, AREAS), {"tt": "0.1", "torch": "2.13.0", "numpy": "2.4"})
        monkeypatch.setattr(run_module, "run_bench", lambda *arguments: bench)

    return use


@pytest.mark.parametrize(
    ("arguments", "rows", "code"),
    [([], ROWS, 0), (["--check"], ROWS, 1), (["--check"], ROWS[:1], 0)],
)
def test_a_missed_target_fails_only_a_check(
    tt: Tt,
    project: Project,
    fake_bench: Callable[[list[Row]], None],
    arguments: list[str],
    rows: list[Row],
    code: int,
) -> None:
    fake_bench(rows)
    ran = tt("bench", "--no-build", "--json", *arguments, root=project.root)
    assert ran.code == code
    assert [case["name"] for case in ran.json["cases"]] == [row.name for row in rows]
    assert ran.json["versions"]["torch"] == "2.13.0"


def test_unknown_names_exit_2(tt: Tt, project: Project) -> None:
    ran = tt("bench", "adds", root=project.root)
    assert (ran.code, ran.err) == (2, "tt bench: unknown case 'adds'\nhint: did you mean 'add'?\n")
    assert tt("bench", "nope", root=project.root).err == (
        "tt bench: unknown case 'nope'\nhint: --area has some at a time: call, record, large, import\n"
    )


def test_without_torch_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    class NoWorker:
        def __init__(self, library: str, python: Path, threads: int) -> None:
            self.library = library

        def __enter__(self) -> "NoWorker":
            return self

        def __exit__(self, *error: object) -> None:
            return None

        def version(self) -> str:
            return "1"

        def prepare(self, key: str, case: Case, library: str) -> bool:
            return True

    monkeypatch.setattr(run_module, "WorkerProcess", NoWorker)
    bench = run_module.run_bench([], None, 1, 0)
    assert list(bench.versions) == ["tt", "numpy"]
    err = capfd.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("tt bench: no PyTorch here, so it is not compared; to have it: ")
