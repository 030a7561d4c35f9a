"""What a compilation takes is measured: CPU time and memory, on misses alone, and prices are made of it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.build import measure
from tt_devtools.build.ccache import shared_misses
from tt_devtools.build.measure import Usage
from tt_devtools.ninja_graph import ledger
from tt_devtools.ninja_graph.ledger import LEDGER, Row
from tt_devtools.ninja_graph.price import from_ledgers

GIB = 1 << 20  # in KiB
BUSY = "from time import process_time as spent\nwhile spent() < 0.3: pass\n"


def rows(project: Project) -> list[Row]:
    return list(ledger.read_ledger(project.build_dir / LEDGER))


def test_compilers_are_measured_and_hits_are_not(tt: Tt, make_project: Callable[[str], Project]) -> None:
    project = make_project("a folder with spaces")
    assert tt("build", root=project.root).code == 0
    assert {Path(row.output).name for row in rows(project)} == {"a.cpp.o", "b.cpp.o"}
    assert all(5_000 < row.kib < 4 * GIB for row in rows(project))
    assert all(0 < row.cpu_ms < 60_000 for row in rows(project))
    first = ledger.last_kib(project.build_dir / LEDGER)
    tt("build", "--clean", root=project.root)
    assert [(row.cache, row.kib, row.cpu_ms) for row in rows(project)[2:]] == [("direct", 0, 0)] * 2
    assert ledger.last_kib(project.build_dir / LEDGER) == first


def test_a_clean_build_without_a_cache_is_measured_too(tt: Tt, project: Project, tmp_path: Path) -> None:
    assert tt("build", "--clean", root=project.root).code == 0
    shutil.rmtree(tmp_path / "ccache")
    assert tt("build", "--clean", root=project.root).code == 0
    assert [(row.cache, row.cpu_ms > 0) for row in rows(project)] == [("miss", True)] * 4


def test_the_script_passes_on_status_signal_and_output(tmp_path: Path) -> None:
    program = measure.write_program(tmp_path / "a folder")
    done = subprocess.run(
        [program, "sh", "-c", "echo out; echo err >&2; exit 7", "-o", "x.o"], capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (7, b"out\n", b"err\n")
    assert subprocess.run([program, "sh", "-c", "kill -TERM $$"]).returncode == -15
    found = measure.read_log(tmp_path / "a folder" / measure.LOG)
    assert list(found) == ["x.o"]
    assert 100 < found["x.o"].kib < GIB


def test_what_the_parent_used_for_the_unit_counts(tmp_path: Path) -> None:
    """The shell stands for ccache; its child before the compiler, which used 0.3 s, for the preprocessor."""
    program = measure.write_program(tmp_path)
    (tmp_path / "busy.py").write_text(BUSY)
    script = 'python3 "$1/busy.py"; "$1/tt-measure" true -o x.o; exit'
    subprocess.run(["sh", "-c", script, "sh", str(program.parent)], check=True)
    assert 250 <= measure.read_log(tmp_path / measure.LOG)["x.o"].cpu_ms < 60_000


def test_a_log_that_is_no_log(tmp_path: Path) -> None:
    lines = ["x\t1\ta.o", "12", "99999999999999\t1\tb.o", "7\t3\tc.o", "5\t4\tc.o", "-3\t1\td.o", "3\t1\t"]
    (tmp_path / "log").write_text("\n".join(lines))
    assert measure.read_log(tmp_path / "log") == {"c.o": Usage(7, 4)}
    assert measure.read_log(tmp_path / "absent") == {}


def test_prices_are_cpu_time_where_it_was_measured(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    a, b = rows(project)
    (project.build_dir / LEDGER).unlink()
    shared_misses().unlink()

    def asked() -> tuple[float, dict[str, int], str]:
        told = tt("buildstats", "value.h", "--json", root=project.root)
        text = tt("buildstats", "value.h", root=project.root).out.splitlines()[-1]
        return told.json["headers"][0]["cpu_s"], told.json["seconds_from"], text

    def save(output: str, ms: int, cpu_ms: int) -> None:
        ledger.append(project.build_dir / LEDGER, [Row(9.0, output, "", ms, "miss", "", 1, cpu_ms)])

    save(a.output, 90_000, 0)
    save(b.output, 70_000, 0)
    links = asked()[0] - 160
    assert 0 <= links < 60
    assert asked()[1:] == (
        {"measured": 0, "wall": 2, "guessed": 0},
        "CPU seconds are ninja's wall times, too high where the machine was busy",
    )
    save(a.output, 90_000, 30_000)
    assert asked() == (
        pytest.approx(100 + links),
        {"measured": 1, "wall": 1, "guessed": 0},
        "CPU seconds are measured for 1 of 2 units, of the others wall times, too high where the machine was busy",
    )
    save(b.output, 70_000, 20_000)
    save(a.output, 900, 0)  # compiled by another machine: that says less than what was measured
    assert asked() == (
        pytest.approx(50 + links),
        {"measured": 2, "wall": 0, "guessed": 0},
        "CPU seconds of units are measured",
    )


def test_what_another_checkout_measured_is_better_than_the_clock(tmp_path: Path) -> None:
    own, shared = tmp_path / "dev" / LEDGER, tmp_path / "shared"
    own.parent.mkdir()
    ledger.append(
        own, [Row(1.0, name, "", 9000, "miss", "", 1, cpu) for name, cpu in (("a.o", 0), ("b.o", 70))]
    )
    others = [
        Row(2.0, f"dev/{name}", "", 5000, "miss", "", 1, cpu) for name, cpu in (("a.o", 80), ("b.o", 90))
    ]
    more = [Row(2.0, "dev/c.o", "", 60, "miss", ""), Row(2.0, "asan/d.o", "", 60, "miss", "")]
    ledger.append(shared, others + more)
    missed, _ = from_ledgers(own.parent, shared)
    assert {name: row.price_ms for name, row in missed.items()} == {"a.o": 80, "b.o": 70, "c.o": 60}
    assert from_ledgers(tmp_path, shared) == ({}, {}), "no tt build made that directory"
