"""Jobs by memory: how many compilations run at once, and the pool that heavy units share."""

from __future__ import annotations

from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.build import memory
from tt_devtools.build.memory import Jobs, choose
from tt_devtools.build.overrides import PLAN, Overrides, write
from tt_devtools.ninja_graph import ledger

GIB = 1 << 20  # in KiB
A, B = "CMakeFiles/tiny.dir/a.cpp.o", "CMakeFiles/tiny.dir/b.cpp.o"


@pytest.mark.parametrize(
    ("needs", "cpus", "free", "asked", "jobs"),
    [
        ({"a": 1, "b": 1, "c": 1}, 4, 100, 0, Jobs(4)),
        ({"a": 1, "b": 1}, 4, 100, 7, Jobs(7)),
        ({"a": 1, "b": 1}, 4, None, 0, Jobs(4)),
        ({}, 4, 1, 0, Jobs(4)),
        # Two of the heavy ones at once and two light ones beside them.
        ({"h1": 4, "h2": 4, "h3": 4, "a": 1, "b": 1}, 4, 12, 0, Jobs(4, 2, frozenset({"h1", "h2", "h3"}))),
        # All are heavy: no pool helps, so there are fewer jobs.
        ({"a": 4, "b": 4, "c": 4}, 4, 10, 0, Jobs(2)),
        ({"a": 4, "b": 4}, 4, 1, 0, Jobs(1)),
    ],
)
def test_jobs(needs: dict[str, int], cpus: int, free: int | None, asked: int, jobs: Jobs) -> None:
    measured = {unit: gib * GIB for unit, gib in needs.items()}
    available = None if free is None else free * GIB
    assert choose(needs, measured, cpus=cpus, free=available, asked=asked) == jobs


def test_units_never_measured_count_as_the_heaviest_known() -> None:
    assert choose("abcd", {}, cpus=4, free=5 * GIB) == Jobs(2)
    assert choose("abcd", {"a": 1000}, cpus=4, free=5 * GIB) == Jobs(4)


def test_a_choice_never_exceeds_the_memory() -> None:
    for free in range(1, 40):
        needs = {str(number): (number % 7 + 1) * GIB for number in range(20)}
        jobs = choose(needs, needs, cpus=8, free=free * GIB)
        heavy = sorted((needs[unit] for unit in jobs.heavy), reverse=True)[: jobs.depth]
        light = sorted((kib for unit, kib in needs.items() if unit not in jobs.heavy), reverse=True)
        most = max(sum(heavy[:count]) + sum(light[: jobs.count - count]) for count in range(len(heavy) + 1))
        assert most <= free * GIB * memory.SHARE or jobs == Jobs(1)


def test_heavy_units_go_into_a_pool(tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.append("CMakeLists.txt", "target_sources(tiny PRIVATE c.cpp)\n")
    project.write("c.cpp", '#include "value.h"\nint c() { return VALUE; }\n')
    tt("build", root=project.root)
    rows = [
        ledger.Row(9.0, output, "", 1, "miss", "", kib)
        for output, kib in ((A, 4 * GIB), (B, 4 * GIB), (A.replace("a.cpp", "c.cpp"), GIB))
    ]
    ledger.append(project.build_dir / ledger.LEDGER, rows)
    monkeypatch.setattr(memory, "cpus", lambda: 2)
    monkeypatch.setattr(memory, "free_kib", lambda: 6 * GIB)
    project.write("value.h", "#define VALUE 2\n")
    ran = tt("build", "--json", root=project.root)
    assert (ran.code, ran.json["done"]["compile"], ran.json["dirty_after"]) == (0, 3, [])
    assert "tt build: 2 jobs, of 2 heavy units 1 at once: memory is short" in ran.err
    assert (project.build_dir / PLAN).read_text().startswith("pool tt_heavy\n  depth = 1\n")
    again = tt("build", "--json", root=project.root)
    assert again.json["planned"]["compile"] == 0, "a pool is no changed command"


def test_the_plan_file_differs_in_the_named_edges_alone(tmp_path: Path) -> None:
    manifest = (
        "include rules.ninja\nbuild a$ b.o: CC a.cpp || x\n  FLAGS = -O2\n  DEP = 1\n"
        "build c.o | c.gch: CC c.cpp\n  FLAGS = -O3\nbuild d.o: CC d.cpp\n"
    )
    (tmp_path / "build.ninja").write_text(manifest)
    write(tmp_path, Overrides(Jobs(4)))
    assert (tmp_path / PLAN).read_text() == "include build.ninja\n"
    write(tmp_path, Overrides(Jobs(4, 2, frozenset({"a b.o", "d.o"})), frozenset({"c.o"})))
    assert (tmp_path / PLAN).read_text() == "pool tt_heavy\n  depth = 2\n" + manifest.replace(
        "|| x\n", "|| x\n  pool = tt_heavy\n"
    ).replace("-O3", "-O3 -g3 -Og").replace("CC d.cpp\n", "CC d.cpp\n  pool = tt_heavy\n")
