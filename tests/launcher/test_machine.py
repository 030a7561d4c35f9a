"""Each thing that a machine can lack is one Problem that names it and a command that helps."""

from __future__ import annotations

import importlib.util
import shutil
import sysconfig
from collections import namedtuple
from collections.abc import Sequence
from pathlib import Path

import pytest

from bare_checkout import RecordedRun, write_program
from tt_devtools.bootstrap import child, machine
from tt_devtools.bootstrap.child import Finished
from tt_devtools.bootstrap.problem import Problem


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on PATH; a Debian as far as hints go."""
    folder = tmp_path / "bin"
    write_program(folder, "apt-get", "exit 0")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CXX", raising=False)
    return folder


def check_compiler() -> Problem:
    with pytest.raises(Problem) as caught:
        machine.check_compiler(child.runner())
    return caught.value


def test_this_machine_passes() -> None:
    machine.check_python()
    machine.check_headers()
    machine.check_compiler(child.runner())


def test_no_compiler(programs: Path) -> None:
    problem = check_compiler()
    assert problem.text == "no C++ compiler: none of c++, g++, clang++ is on PATH"
    assert problem.hint == "apt-get install g++"


def test_named_compiler_is_absent(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "ccache g++-77")
    assert "CXX=ccache g++-77 was not found" in check_compiler().text


def test_gcc_too_old(programs: Path) -> None:
    write_program(programs, "g++", 'case "$1" in --version) echo "g++ (GCC) 9.4.0";; *) echo 9;; esac')
    problem = check_compiler()
    assert problem.text == "the C++ compiler is too old: g++ is g++ 9, 12 or newer is needed"
    assert problem.hint == "install g++ 12 or newer, then: CXX=g++-12 ./tt build --clean"


def test_gcc_too_old_beside_a_newer_one(programs: Path) -> None:
    write_program(programs, "g++", 'case "$1" in --version) echo "g++ (GCC) 9.4.0";; *) echo 9;; esac')
    write_program(programs, "g++-13", "exit 0")
    assert check_compiler().hint == "CXX=g++-13 ./tt build --clean"


def test_clang_too_old(programs: Path) -> None:
    write_program(
        programs, "clang++", 'case "$1" in --version) echo "clang version 14.0";; *) echo 14.0;; esac'
    )
    assert "clang++ is clang++ 14, 15 or newer is needed" in check_compiler().text


def test_compiler_that_does_not_run(programs: Path) -> None:
    write_program(programs, "g++", "echo 'cannot execute cc1plus'; exit 3")
    problem = check_compiler()
    assert problem.text == "the C++ compiler does not run: g++ --version exits 3"
    assert "cc1plus" in problem.details


def test_openmp_does_not_link(programs: Path) -> None:
    versions = 'case "$1" in --version) echo "g++ 12"; exit;; -dump*) echo 12; exit;; esac'
    script = f'{versions}; echo "cannot find -lgomp"; exit 1'
    write_program(programs, "g++", script)
    problem = check_compiler()
    assert problem.text == "OpenMP (libgomp) is missing: g++ -fopenmp cannot link a program"
    assert problem.hint == "apt-get install g++ libgomp1"
    assert "-lgomp" in problem.details


def test_openmp_does_not_load(programs: Path) -> None:
    write_program(programs, "g++", "exit 0")

    def answer(argv: Sequence[str]) -> Finished:
        if argv[0] != "g++":
            return Finished(127, "error while loading shared libraries: libgomp.so.1")
        return Finished(0, "g++ 12" if "--version" in argv else "12")

    with pytest.raises(Problem, match="missing at run time"):
        machine.check_compiler(RecordedRun(answer))


def test_no_python_header(programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    with pytest.raises(Problem, match=r"Python's headers are missing: no .*Python\.h") as caught:
        machine.check_headers()
    assert caught.value.hint == "apt-get install python3-dev"


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_no_venv_module(module: str, programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == module else object())
    with pytest.raises(Problem, match=f"lacks the module {module}") as caught:
        machine.check_python()
    assert caught.value.hint == "apt-get install python3-venv"


def test_free_threaded_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sysconfig, "get_config_var", lambda name: 1)
    with pytest.raises(Problem, match="free-threaded"):
        machine.check_python()


def test_disk_almost_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")(10**11, 10**11, 4 * 10**8)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(Problem, match=r"almost full: 0\.4 GB free, 1\.5 GB needed") as caught:
        machine.check_disk(str(tmp_path))
    assert caught.value.hint.startswith("df -h")


@pytest.mark.parametrize(
    ("manager", "command"),
    [
        ("dnf", "dnf install gcc-c++"),
        ("pacman", "pacman -S gcc"),
        ("apk", "apk add g++"),
        (None, "Debian calls g++"),
    ],
)
def test_install_command_is_this_systems(
    manager: str | None, command: str, programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    write_program(other, manager or "unrelated", "exit 0")
    monkeypatch.setenv("PATH", str(other))
    assert machine.install_command("compiler").endswith(command)
