"""Builds that are killed at any moment, a full disk, a tree that cannot be written, clocks that disagree."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.ninja_graph import ledger


@pytest.mark.slow
def test_a_build_killed_at_any_moment_goes_on_next_time(
    tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        project.write(
            f"u{number}.cpp", f'#include "value.h"\n#include <string>\nint u{number}() {{ return VALUE; }}\n'
        )
    project.append(
        "CMakeLists.txt", f"target_sources(tiny PRIVATE {' '.join(f'u{n}.cpp' for n in range(6))})\n"
    )
    dice = random.Random(11)
    for round_ in range(8):
        project.write("value.h", f"#define VALUE {round_}\n")
        process = project.start("build")
        time.sleep(dice.uniform(0.05, 1.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    ran = tt("build", "--json", root=project.root)
    assert (ran.code, ran.json["dirty_after"], ran.json["failed"]) == (0, [], [])
    again = tt("build", "--json", root=project.root)
    assert (again.code, again.json["planned"]["compile"], again.json["planned"]["link"]) == (0, 0, 0)
    symbols = subprocess.run(
        ["nm", "-D", "--defined-only", project.build_dir / "libtiny.so"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert symbols.count(" T _Z") == 8


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mounts a small file system of memory; skips where that is not allowed."""
    folders: list[Path] = []

    def mount(*options: str) -> Path:
        folder = tmp_path / f"mount{len(folders)}"
        folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", *options, "tmpfs", folder], capture_output=True, text=True
        )
        if done.returncode:
            pytest.skip(f"mounting is not allowed here: {done.stderr.strip()}")
        folders.append(folder)
        return folder

    yield mount
    for folder in folders:
        subprocess.run(["umount", "-l", folder], check=True)


def fill(folder: Path, leave: int) -> Path:
    """A file that takes all space but so many bytes."""
    status = os.statvfs(folder)
    path = folder / "ballast"
    with path.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(4096, status.f_bavail * status.f_bsize - leave))
    return path


@pytest.mark.parametrize("leave", [0, 300_000])
def test_a_full_disk_is_told_and_the_next_build_goes_on(
    tt: Tt, mounted: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, leave: int
) -> None:
    monkeypatch.setenv("CCACHE_DIR", str(tmp_path / "ccache"))
    project = Project(mounted("-o", "size=16m") / "checkout")
    assert tt("build", root=project.root).code == 0
    project.write("a.cpp", "extern const char large[1 << 20];\nconst char large[1 << 20] = {1};\n")
    ballast = fill(project.root, leave)
    ran = tt("build", root=project.root)
    assert ran.code == 1
    assert "No space left on device" in ran.err
    assert "Traceback" not in ran.err
    ballast.unlink()
    project.write("a.cpp", "int a() { return 1; }\n")
    ran = tt("build", "--json", root=project.root)
    assert (ran.code, ran.json["dirty_after"]) == (0, [])


def test_a_read_only_tree_is_told(
    tt: Tt, mounted: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CCACHE_DIR", str(tmp_path / "ccache"))
    folder = mounted("-o", "size=16m")
    project = Project(folder / "checkout")
    assert tt("build", root=project.root).code == 0
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    for arguments in ((), ("--plan",), ("--why",), ("--clean",)):
        ran = tt("build", *arguments, root=project.root)
        assert "Traceback" not in ran.err
        if arguments in ((), ("--clean",)):
            assert (ran.code, "Read-only file system: " in ran.err) == (1, True), arguments
        else:
            assert (ran.code, "nothing to do" in ran.out) == (0, True), ran.err


def test_the_record_fails_and_the_build_does_not(
    tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ledger, "append", full)
    ran = tt("build", root=project.root)
    assert ran.code == 0
    assert "the ledger could not be written: No space left on device" in ran.err


def test_a_file_from_the_future_is_named_with_the_cure(tt: Tt, project: Project) -> None:
    later = time.time() + 3 * 86_400
    os.utime(project.root / "value.h", (later, later))
    ran = tt("build", "--json", root=project.root)
    assert ran.code == 1
    reasons = {each["reason"] for each in ran.json["dirty_after"]}
    assert all("whose time is 3 days in the future: a clock was wrong; touch " in each for each in reasons)
    os.utime(project.root / "value.h")
    ran = tt("build", "--json", root=project.root)
    assert (ran.code, ran.json["dirty_after"]) == (0, [])


def test_a_clock_that_was_set_back_does_no_harm(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    earlier = time.time() - 86_400
    for path in (project.root / "value.h", project.root / "a.cpp"):
        os.utime(path, (earlier, earlier))
    assert tt("build", "--json", root=project.root).json["planned"]["compile"] == 0
    project.write("value.h", "#define VALUE 9\n")
    assert tt("build", "--json", root=project.root).json["done"]["compile"] == 2


def test_two_builds_at_once_both_succeed(tt: Tt, project: Project) -> None:
    first, second = project.start("build"), project.start("build")
    errors = [process.communicate()[1] for process in (first, second)]
    assert (first.returncode, second.returncode) == (0, 0), errors
    waited = [text for text in errors if "waiting for the build that process" in text]
    assert len(waited) <= 1
    assert tt("build", "--json", root=project.root).json["planned"]["compile"] == 0
