"""The plan's price and causes, the ledger of compilations, and deps logs that were torn."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.build.ccache import shared_misses
from tt_devtools.build.contents import CONTENTS
from tt_devtools.build.plan import Plan
from tt_devtools.build.recording import made
from tt_devtools.build.result import Result, describe_plan, describe_problem
from tt_devtools.build.steps import Reason
from tt_devtools.ninja_graph import ledger, ninja_log
from tt_devtools.ninja_graph.ledger import LEDGER, Row

STAMP = """
add_custom_command(OUTPUT stamp.gen.h DEPENDS value.h
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/value.h stamp.gen.h)
target_sources(tiny PRIVATE c.cpp ${CMAKE_BINARY_DIR}/stamp.gen.h)
target_include_directories(tiny PRIVATE ${CMAKE_BINARY_DIR})
"""


def rows(project: Project) -> list[Row]:
    return list(ledger.read_ledger(project.build_dir / LEDGER))


def told(row: Row) -> tuple[str, str, str]:
    return Path(row.output).name, row.cache, row.cause


def test_each_compilation_is_a_row(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    assert sorted(map(told, rows(project))) == [
        ("a.cpp.o", "miss", "never built"),
        ("b.cpp.o", "miss", "never built"),
    ]
    assert {Path(row.source) for row in rows(project)} == {project.root / "a.cpp", project.root / "b.cpp"}
    os.utime(project.root / "value.h")
    os.utime(project.root / "a.cpp")
    tt("build", root=project.root)
    assert sorted(map(told, rows(project)[2:])) == [
        ("a.cpp.o", "direct", "a.cpp changed"),
        ("b.cpp.o", "direct", "value.h changed"),
    ]
    assert len({row.build for row in rows(project)}) == 2
    tt("build", root=project.root)
    assert len(rows(project)) == 4, "a build with nothing to do adds nothing"


def test_the_cause_behind_a_generated_file(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", STAMP)
    project.write("c.cpp", '#include "stamp.gen.h"\nint c() { return VALUE; }\n')
    tt("build", root=project.root)
    project.write("value.h", "#define VALUE 7\n")
    tt("build", root=project.root)
    assert told(rows(project)[-1])[2] == "value.h changed"
    assert {told(row)[0] for row in rows(project)[3:]} == {"a.cpp.o", "b.cpp.o", "c.cpp.o"}


def test_what_a_generator_may_spare_is_told_before(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", STAMP)
    project.write("c.cpp", '#include "stamp.gen.h"\nint c() { return 3; }\n')
    tt("build", root=project.root)
    project.write("value.h", "#define VALUE 7\n")
    ran = tt("build", "--plan", root=project.root)
    assert "value.h changed: 3 compile (2 if what is generated comes out the same), 1 link" in ran.out
    data = tt("build", "--plan", "--json", root=project.root).json
    assert (data["planned"]["compile"], data["least_compile"]) == (3, 2)
    assert 0 < data["least_seconds"] < data["planned"]["seconds"]
    project.write("a.cpp", "int a() { return 5; }\n")
    tt("build", root=project.root)
    project.write("a.cpp", "int a() { return 6; }\n")
    assert "a.cpp changed: 1 compile, 1 link" in tt("build", "--plan", root=project.root).out


def test_the_price_is_that_of_the_last_miss(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    path = project.build_dir / LEDGER
    first = rows(project)
    path.unlink()
    shared_misses().unlink()
    hit = [Row(2.0, row.output, row.source, 4, "direct", "") for row in first]
    ledger.append(path, [Row(1.0, row.output, row.source, 60_000, "miss", "") for row in first] + hit)
    os.utime(project.root / "value.h")
    ran = tt("build", "--plan", "--jobs", "1", root=project.root)
    assert ran.code == 0
    assert ran.out == "dev: value.h changed: 2 compile, 1 link; about 120 s, 2 likely cache hits\n"
    assert rows(project)[-1].cache == "direct", "nothing was built"
    ran = tt("build", "--plan", "--jobs", "2", "--json", root=project.root)
    assert 60 <= ran.json["planned"]["seconds"] < 61


def test_the_ledger_outlives_a_clean_build(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    before = rows(project)
    ran = tt("build", "--clean", root=project.root)
    assert ran.code == 0
    assert rows(project)[:2] == before
    assert [row.cache for row in rows(project)[2:]] == ["direct", "direct"]
    assert "; about" in ran.err or sum(row.ms for row in before) < 1000


def test_a_fresh_checkout_knows_the_prices_of_the_others(
    tt: Tt, make_project: Callable[[str], Project]
) -> None:
    first, second = make_project("one"), make_project("two")
    tt("build", root=first.root)
    misses = {row.output: row.cpu_ms for row in rows(first)}
    tt("build", root=second.root)
    assert {row.cache for row in rows(second)} == {"direct"}
    os.utime(second.root / "value.h")
    ran = tt("buildstats", "value.h", "--json", root=second.root)
    assert (ran.code, ran.err) == (0, "")
    links = {output: entry.ms for output, entry in ninja_log.read(second.build_dir / ".ninja_log").items()}
    told = next(row for row in ran.json["headers"] if row["path"].endswith("value.h"))
    assert told["cpu_s"] * 1000 == pytest.approx(sum(misses.values()) + links["libtiny.so"])
    units = tt("build", "--stats", "--json", root=second.root).json["units"]
    assert {unit["output"]: unit["ms"] for unit in units} == misses


def test_stats_sum_up_builds(tt: Tt, project: Project) -> None:
    assert tt("build", "--stats", root=project.root).out == "dev: no build is in the ledger yet\n"
    tt("build", root=project.root)
    os.utime(project.root / "a.cpp")
    tt("build", root=project.root)
    ran = tt("build", "--stats", "--json", root=project.root)
    assert (ran.code, ran.err) == (0, "")
    first, second = ran.json["builds"]
    assert (first["compiled"], first["cache"]["miss"], first["causes"]) == (2, 2, ["never built"])
    assert (second["compiled"], second["cache"]["direct"], second["causes"]) == (1, 1, ["a.cpp changed"])
    assert {Path(unit["output"]).name for unit in ran.json["units"]} == {"a.cpp.o", "b.cpp.o"}
    text = tt("build", "--stats", root=project.root).out
    assert text.startswith("dev: 2 builds that compiled something, the latest last\n")
    assert "1 direct, 0 preprocessed, 0 missed  a.cpp changed" in text
    assert tt("build", "--stats", "--clean", root=project.root).code == 2


def test_torn_and_foreign_lines_of_a_ledger_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    good = Row(1.0, "a.o", "a.cpp", 30, "miss", "never built")
    ledger.append(path, [good])
    bad = ['{"build": 1', "[]", "null", '{"build": NaN, "output": "x"}', "[" * 9000, json.dumps({"build": 1})]
    big = json.dumps({**json.loads(path.read_text()), "ms": 10**30})
    path.write_text(path.read_text() + "\n".join([*bad, big]))
    ledger.append(path, [good])
    assert list(ledger.read_ledger(path)) == [good, good]
    assert ledger.last_misses(path) == {"a.o": good}


def test_a_long_ledger_is_shortened_but_for_the_last_misses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "LARGEST", 2000)
    path = tmp_path / LEDGER
    old = Row(1.0, "old.o", "old.cpp", 99, "miss", "")
    ledger.append(path, [old])
    for build in range(2, 60):
        ledger.append(path, [Row(float(build), "new.o", "new.cpp", build, "direct", "")])
    assert path.stat().st_size < 4000
    assert ledger.last_misses(path) == {"old.o": old}
    assert [row.build for row in ledger.read_ledger(path)][-1] == 59


def test_a_torn_deps_log_is_removed_and_everything_told_anew(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    log = project.build_dir / ".ninja_deps"
    os.truncate(log, log.stat().st_size - 5)
    ran = tt("build", "--json", root=project.root)
    assert (ran.code, ran.json["dirty_after"]) == (0, [])
    assert ".ninja_deps is torn: it is removed, and everything is compiled once more" in ran.err
    assert ran.json["done"]["compile"] == 2
    assert ran.json["cache"]["direct"] == 2
    assert "dependencies lost: 2 compile, 1 link" in ran.err
    again = tt("build", "--json", root=project.root)
    assert (again.json["planned"]["compile"], again.err) == (0, "")


def test_deps_out_of_date_right_after_a_build_are_removed_once(
    tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tt_devtools.build import run

    told_once = [[Reason("a.o", "stored deps info out of date for a.o")], []]
    monkeypatch.setattr(run._Build, "_still_dirty", lambda self, ninja: told_once.pop(0))
    ran = tt("build", "--json", root=project.root)
    assert (ran.code, told_once) == (0, [])
    assert ran.json["done"]["compile"] == 2
    assert ".ninja_deps is torn" in ran.err


def plan_of(tt: Tt, project: Project) -> tuple[int, int]:
    data = tt("build", "--plan", "--json", root=project.root).json
    return data["planned"]["compile"], data["likely_hits"]


def test_likely_hits_come_true(tt: Tt, project: Project) -> None:
    """Each edit is planned, then built: as many hits as were said."""
    edits: list[tuple[str, str, int]] = [
        ("value.h", "#define VALUE 1\n", 2),  # touched
        ("value.h", "#define VALUE 1\n// a comment at the end\n", 2),
        ("value.h", "#define VALUE 1\n// another comment\n", 2),
        ("value.h", "// lines move\n#define VALUE 1\n", 0),
        ("value.h", "// lines moved\n#define VALUE 3\n", 0),
        ("a.cpp", '#include "value.h"\nint a() { return VALUE + 1; }\n', 0),
    ]
    tt("build", root=project.root)
    for name, text, hits in edits:
        project.write(name, text)
        compiled, likely = plan_of(tt, project)
        assert likely == hits, text
        cache = tt("build", "--json", root=project.root).json["cache"]
        assert (cache["direct"] + cache["preprocessed"] >= likely, sum(cache.values())) == (True, compiled)
    for text in ("", "[]", '{"x": 3}', "[" * 9000):
        (project.build_dir / CONTENTS).write_text(text)
        os.utime(project.root / "value.h")
        assert plan_of(tt, project) == (2, 0), "nothing is known of what was compiled"


@pytest.mark.parametrize(("count", "lines"), [(5, 6), (6, 7), (90, 7)])
def test_the_guard_lists_five_edges(count: int, lines: int) -> None:
    result = Result("dev", Plan(1, 0, 0, 1.0, []))
    result.dirty_after = [Reason(f"{number}.o", "a reason") for number in range(count)]
    text = describe_problem(result).splitlines()
    assert len(text) == lines
    assert text[5] == "  4.o: a reason"
    assert text[6:] == ([f"  and {count - 5} more"] if count > 5 else [])


@pytest.mark.parametrize(
    ("plan", "text"),
    [
        (Plan(41, 3, 0, 38.2, ["tensor.h changed"]), "tensor.h changed: 41 compile, 3 link; about 38 s"),
        (Plan(0, 1, 2, 0.4, []), "1 link, 2 other steps"),
        (Plan(4, 1, 0, 9.0, [], hits=3), "4 compile, 1 link; about 9 s, 3 likely cache hits"),
        (Plan(4, 0, 0, None, [], hits=1), "4 compile, 1 likely cache hit"),
        (Plan(1, 0, 1, None, ["a.h changed", "2 more"]), "a.h changed, 2 more: 1 compile, 1 other step"),
        (
            Plan(12, 4, 1, None, ["a.h changed"], spared=4),
            "a.h changed: 12 compile (8 if what is generated comes out the same), 4 link, 1 other step",
        ),
        (
            Plan(47, 2, 1, 55.4, [], spared=44, least_seconds=2.3),
            "47 compile (3 if what is generated comes out the same), 2 link, 1 other step; about 2 to 55 s",
        ),
        (
            Plan(44, 2, 1, 53.0, [], spared=44, least_seconds=0.1),
            "44 compile (0 if what is generated comes out the same), 2 link, 1 other step; at most about 53 s",
        ),
        (
            Plan(3, 0, 1, 9.4, [], spared=1, least_seconds=9.1),
            "3 compile (2 if what is generated comes out the same), 1 other step; about 9 s",
        ),
        (Plan(0, 0, 0, 0.0, []), "nothing to do"),
        (Plan(0, 0, 0, None, [], known=False), "CMake has to run first, then everything is built"),
    ],
)
def test_a_plan_in_one_line(plan: Plan, text: str) -> None:
    assert describe_plan(plan) == text


def test_an_output_that_is_logged_twice_keeps_its_short_name() -> None:
    entry = ninja_log.Entry(0, 1700, 5, "1")
    short, twice = "gen/table.cpp", {"/there/build/dev/gen/table.cpp": entry, "gen/table.cpp": entry}
    assert [unit.output for unit in made({}, twice, [], {}, str, Path())] == [short]
