"""`tt bench --rebuild` on a real build: what is compared, and what counts as agreement. No time is judged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.bench import rebuild
from tt_devtools.build.ccache import shared_misses
from tt_devtools.buildstats.verify import Verified
from tt_devtools.ninja_graph import ledger
from tt_devtools.ninja_graph.ledger import LEDGER, Row

MADE = Verified("a.h", {"a.o", "b.o"}, 2, {"a.o", "b.o"}, 10.0, 10.0, True, True)


def test_predictions_are_compared_with_measured_rebuilds(
    tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "HEADERS", ("value.h",))
    ran = tt("bench", "--rebuild", "--json", root=project.root)
    assert ran.code == 0, ran.err
    first, second = ({row.output: row.cpu_ms for row in rows} for rows in _builds(project))
    (told,) = ran.json["rebuild"]
    assert (told["path"], told["units"]) == ("value.h", 2)
    assert told["predicted_cpu_s"] == pytest.approx(sum(first.values()) / 1000)
    assert told["rebuilt_cpu_s"] == pytest.approx(sum(second.values()) / 1000)
    assert ran.json["missed"] == ([] if told["ok"] else ["value.h"])


def test_units_that_were_never_measured_are_rebuilt_once_before(
    tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "HEADERS", ("value.h",))
    tt("build", root=project.root)
    rows = [row for build in _builds(project) for row in build]
    (project.build_dir / LEDGER).write_text("")
    shared_misses().unlink()
    ledger.append(project.build_dir / LEDGER, [replace(row, ms=90_000, cpu_ms=0) for row in rows])
    told = tt("bench", "--rebuild", "--json", root=project.root).json["rebuild"][0]
    assert told["predicted_cpu_s"] < 90
    assert len(_builds(project)) == 3


def test_a_wrong_prediction_is_missed(tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuild, "HEADERS", ("value.h",))
    tt("build", root=project.root)
    rows = [replace(row, build=9.0, cpu_ms=90_000) for build in _builds(project) for row in build]
    ledger.append(project.build_dir / LEDGER, rows)
    ran = tt("bench", "--rebuild", "--check", root=project.root)
    assert ran.code == 1
    _head, names, row, verdict = ran.out.splitlines()
    assert names.split() == ["units", "predicted", "real", "ratio", "header"]
    assert row.split()[:2] == ["2", "180.0"] and row.endswith("value.h  missed")
    assert verdict == "missed: value.h"


@pytest.mark.parametrize(
    ("made", "agrees"),
    [
        (MADE, True),
        (replace(MADE, rebuilt_s=12.0), True),
        (replace(MADE, rebuilt_s=12.1), False),
        (replace(MADE, rebuilt_s=8.4), True),
        (replace(MADE, rebuilt_s=8.3), False),
        (replace(MADE, rebuilt={"a.o"}), False),
        (replace(MADE, predicted_s=None), False),
    ],
)
def test_what_agrees(made: Verified, agrees: bool) -> None:
    assert rebuild.agrees(made) is agrees


def test_every_header_of_the_bench_is_there(checkout: Path) -> None:
    for header in rebuild.HEADERS:
        assert len(list(checkout.glob(f"packages/*/cpp/{header}"))) == 1, header


def test_it_takes_no_cases(tt: Tt, project: Project) -> None:
    ran = tt("bench", "--rebuild", "add", root=project.root)
    assert (ran.code, "--rebuild measures builds" in ran.err) == (2, True)


def _builds(project: Project) -> list[list[Row]]:
    found: dict[float, list[Row]] = {}
    for row in ledger.read_ledger(project.build_dir / LEDGER):
        found.setdefault(row.build, []).append(row)
    return list(found.values())
