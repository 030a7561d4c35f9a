"""`tt buildstats --trend` over saved ledgers, and `--verify` on a real build."""

from __future__ import annotations

from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.ninja_graph import ledger
from tt_devtools.ninja_graph.ledger import Row

DAY_S = 86_400.0


def save(path: Path, rows: list[tuple[float, str, int, str]]) -> Path:
    ledger.append(path, [Row(when, output, "", ms, cache, "") for when, output, ms, cache in rows])
    return path


def test_days_and_growth(tt: Tt, tmp_path: Path) -> None:
    path = save(
        tmp_path / "saved.jsonl",
        [
            (3 * DAY_S + 5, "a.o", 4000, "miss"),
            (DAY_S, "a.o", 1000, "miss"),
            (DAY_S, "b.o", 500, "none"),
            (DAY_S + 9, "a.o", 10, "direct"),
            (3 * DAY_S + 5, "b.o", 400, "miss"),
        ],
    )
    ran = tt("buildstats", "--trend", str(path), "--json")
    (told,) = ran.json["ledgers"]
    assert told["days"] == [
        {"date": "1970-01-02", "builds": 2, "compiled": 3, "hits": 1, "miss_cpu_s": 1.5},
        {"date": "1970-01-04", "builds": 1, "compiled": 2, "hits": 0, "miss_cpu_s": 4.4},
    ]
    assert told["units"] == [
        {"output": "a.o", "before_s": 1.0, "after_s": 4.0, "misses": 2},
        {"output": "b.o", "before_s": 0.5, "after_s": 0.4, "misses": 2},
    ]
    text = tt("buildstats", "--trend", str(path), "--top", "1").out
    assert text == (
        f"{path}: 2 days\n"
        "builds  compiled  hits  CPU s of misses  day\n"
        "     1         2    0%              4.4  1970-01-04\n"
        "units by growth, of 2 that missed more than once\n"
        "first s  last s  misses  unit\n"
        "   1.00    4.00       2  a.o\n"
    )


def test_growth_compares_what_was_measured_alike(tt: Tt, tmp_path: Path) -> None:
    rows = [
        Row(DAY_S * day, "a.o", "", 9000, "miss", "", 1, cpu_ms) for day, cpu_ms in enumerate((0, 800, 1200))
    ]
    ledger.append(tmp_path / "saved", rows)
    (told,) = tt("buildstats", "--trend", str(tmp_path / "saved"), "--json").json["ledgers"]
    assert told["units"] == [{"output": "a.o", "before_s": 0.8, "after_s": 1.2, "misses": 2}]


def test_several_ledgers_and_none(tt: Tt, tmp_path: Path) -> None:
    first = save(tmp_path / "one", [(DAY_S, "a.o", 1000, "miss")])
    second = save(tmp_path / "two", [(DAY_S, "a.o", 9000, "miss")])
    ran = tt("buildstats", "--trend", str(first), str(second))
    assert ran.out.count("no unit missed the cache more than once") == 2
    ran = tt("buildstats", "--trend", str(tmp_path / "three"))
    assert (ran.code, "there is no ledger" in ran.err) == (2, True)
    (tmp_path / "four").write_text("no rows\n")
    assert tt("buildstats", "--trend", str(tmp_path / "four")).code == 1


def test_a_time_that_no_calendar_has(tt: Tt, tmp_path: Path) -> None:
    path = save(
        tmp_path / "one", [(1e300, "a.o", 1, "miss"), (-5.0, "a.o", 1, "miss"), (0.0, "b.o", 1, "miss")]
    )
    assert [
        day["date"] for day in tt("buildstats", "--trend", str(path), "--json").json["ledgers"][0]["days"]
    ] == ["1970-01-01"]


def test_verify_compares_with_a_real_rebuild(tt: Tt, project: Project) -> None:
    ran = tt("buildstats", "--verify", "value.h", "--json", root=project.root)
    assert ran.code == 0, ran.err
    (made,) = ran.json["headers"]
    assert ran.json["ok"] is made["ok"] is True
    assert made["predicted"] == made["rebuilt"]
    assert {Path(each).name for each in made["rebuilt"]} == {"a.cpp.o", "b.cpp.o"}
    again = tt("build", "--json", root=project.root)
    assert (again.code, again.json["planned"]["compile"]) == (0, 0)
    rows = list(ledger.read_ledger(project.build_dir / ledger.LEDGER))
    assert [row.cache for row in rows] == ["miss"] * 4, "the seconds are those of compilations"
    assert made["measured"] is True
    assert made["predicted_cpu_s"] == pytest.approx(sum(row.cpu_ms for row in rows[:2]) / 1000)
    assert made["rebuilt_cpu_s"] == pytest.approx(sum(row.cpu_ms for row in rows[2:]) / 1000)
    assert made["ratio"] == pytest.approx(made["predicted_cpu_s"] / made["rebuilt_cpu_s"], abs=1e-3)


def test_a_dry_run_verifies_nothing(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    ran = tt("buildstats", "--verify", "value.h", "--dry-run", root=project.root)
    assert (ran.code, "value.h: 2 units, 1 link" in ran.out) == (0, True)
    assert tt("build", "--plan", "--json", root=project.root).json["planned"]["compile"] == 0


def test_verify_takes_several_headers(tt: Tt, project: Project) -> None:
    project.write("own.h", "#define OWN 2\n")
    project.write("a.cpp", '#include "own.h"\nint a() { return OWN; }\n')
    text = tt("buildstats", "--verify", "value.h", "--verify", "own.h", root=project.root).out
    first, second = text.splitlines()
    assert first.startswith("value.h: 1 unit predicted, 1 rebuilt; ")
    assert second.startswith("own.h: 1 unit predicted, 1 rebuilt; ")


def test_verify_says_that_wall_times_are_no_cpu_times(
    tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tt_devtools.build import measure

    monkeypatch.setattr(measure, "read_log", lambda path: {})
    ran = tt("buildstats", "--verify", "value.h", root=project.root)
    assert ran.code == 0
    assert "  the measured seconds are wall times: no compiler was measured for some unit\n" in ran.out


def test_verify_finds_a_wrong_prediction(tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from tt_devtools.ninja_graph.graph import Graph

    tt("build", root=project.root)
    real = Graph.affected
    monkeypatch.setattr(
        Graph, "affected", lambda self, touched, **options: real(self, touched, **options)[:1]
    )
    ran = tt("buildstats", "--verify", "value.h", root=project.root)
    assert ran.code == 1
    assert "rebuilt, but not predicted:\n" in ran.out


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        (("value.h", "--build-dir", "."), "for this checkout alone", 2),
        (("valued.h",), "there is no file 'valued.h'", 2),
        (("stdc-predef.h",), "is no file of this checkout, so it is not touched", 1),
        (("lonely.h",), "so there is nothing to verify", 1),
    ],
)
def test_verify_refuses(
    tt: Tt,
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    message: str,
    code: int,
) -> None:
    project.write("lonely.h", "")
    monkeypatch.chdir(project.root)
    ran = tt("buildstats", "--verify", *arguments, root=project.root)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err


def test_verify_knows_what_a_generator_may_spare(tt: Tt, project: Project) -> None:
    project.append(
        "CMakeLists.txt",
        """
        add_custom_command(OUTPUT made.h DEPENDS value.h
          COMMAND ${CMAKE_COMMAND} -E copy_if_different ${CMAKE_SOURCE_DIR}/made.h.in made.h)
        target_sources(tiny PRIVATE c.cpp ${CMAKE_BINARY_DIR}/made.h)
        target_include_directories(tiny PRIVATE ${CMAKE_BINARY_DIR})
        """,
    )
    project.write("made.h.in", "#define MADE 1\n")
    project.write("c.cpp", '#include "made.h"\nint c() { return MADE; }\n')
    ran = tt("buildstats", "--verify", "value.h", root=project.root)
    assert ran.code == 0
    assert ran.out.startswith("value.h: 3 units predicted, 2 rebuilt; ")
    assert "1 unit spared: what is generated on the way came out the same\n" in ran.out
