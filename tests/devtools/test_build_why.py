"""`tt build --why` and `--why-miss`: root causes as a forest, flags as a difference, the cache's own reasons."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.build import why_miss
from tt_devtools.build.commands import COMMANDS, difference

A, B, LIB = "CMakeFiles/tiny.dir/a.cpp.o", "CMakeFiles/tiny.dir/b.cpp.o", "libtiny.so"


@pytest.fixture
def built(tt: Tt, project: Project) -> Project:
    assert tt("build", root=project.root).code == 0
    return project


def set_flags(project: Project, flags: str) -> None:
    presets = json.loads((project.root / "CMakePresets.json").read_text())
    presets["configurePresets"][0]["cacheVariables"]["CMAKE_CXX_FLAGS"] = flags
    project.write("CMakePresets.json", json.dumps(presets))


def leaf(text: str, *then: dict[str, Any]) -> dict[str, Any]:
    return {"cause": text, "then": list(then)}


def test_nothing_to_do(tt: Tt, built: Project) -> None:
    assert tt("build", "--why", root=built.root).out == "dev: nothing to do\n"
    told = tt("build", "--why", "--json", root=built.root).json
    assert told == {"preset": "dev", "causes": [], "configures": ""}


def test_two_newer_headers_are_two_roots_with_what_follows(tt: Tt, built: Project) -> None:
    built.write("other.h", "")
    built.write("b.cpp", '#include "value.h"\n#include "other.h"\nint b() { return VALUE; }\n')
    tt("build", root=built.root)
    time.sleep(0.01)
    for name in ("value.h", "other.h"):
        os.utime(built.root / name)
    ran = tt("build", "--why", root=built.root)
    assert (ran.code, ran.out) == (
        0,
        f"value.h is newer: 3 steps\n  {A}\n    {LIB}\n  {B}\nother.h is newer: 1 step\n  {B}\n",
    )
    assert tt("build", "--json", root=built.root).json["done"] == {"compile": 2, "link": 1}


def test_one_target_prunes_the_forest(tt: Tt, built: Project) -> None:
    os.utime(built.root / "value.h")
    os.utime(built.root / "a.cpp")
    ran = tt("build", "--why", "b.cpp.o", "--json", root=built.root)
    assert ran.json["causes"] == [leaf("value.h is newer", leaf(B))]
    ran = tt("build", "--why", "b.cpp.oo", root=built.root)
    assert (ran.code, ran.out) == (2, "")
    assert "the build makes nothing called 'b.cpp.oo'\nhint: did you mean 'b.cpp.o'" in ran.err


def test_a_changed_flag_is_shown_as_a_difference(tt: Tt, built: Project) -> None:
    set_flags(built, "-O1 -DONE")
    tt("build", root=built.root)
    set_flags(built, "-O2 -DTWO")
    # CMake would run first, and what it changes is not known before.
    assert tt("build", "--why", root=built.root).out.startswith("dev: CMake has to run first")
    unknown = tt("build", "--why", "--json", root=built.root).json
    assert unknown == {"preset": "dev", "causes": None, "configures": ""}
    ran = tt("build", "--target", "help", root=built.root)
    ran = tt("build", "--why", root=built.root)
    root, *others = ran.out.splitlines()
    assert root == "the command changed: -O1 -DONE -> -O2 -DTWO: 3 steps"
    assert [line.strip() for line in others] == [A, LIB, B]


def test_causes_that_cmake_may_change(tt: Tt, built: Project) -> None:
    built.append("CMakeLists.txt", "# a remark\n")
    built.write("a.cpp", "int a() { return 5; }\n")
    ran = tt("build", "--why", root=built.root)
    assert ran.out == f"a.cpp is newer: 2 steps\n  {A}\n    {LIB}\n"
    assert ran.err == "tt build: CMake runs first (CMakeLists.txt changed), which may change this\n"
    data = tt("build", "--why", "--json", root=built.root).json
    assert (data["causes"][0]["cause"], data["configures"]) == ("a.cpp is newer", "CMakeLists.txt changed")


def test_missing_outputs_and_those_never_built(tt: Tt, built: Project) -> None:
    (built.build_dir / A).unlink()
    assert tt("build", "--why", root=built.root).out == f"the output is missing: 2 steps\n  {A}\n    {LIB}\n"
    (built.build_dir / COMMANDS).unlink()
    assert tt("build", "--why", root=built.root).out.startswith("never built: 2 steps\n")


def test_the_commands_file_may_be_rubbish(tt: Tt, built: Project) -> None:
    for text in ("[" * 9000, "[]", '{"a": 3}', ""):
        (built.build_dir / COMMANDS).write_text(text)
        assert tt("build", "--why", root=built.root).code == 0


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ("cc -O1 a", "cc -O2 a", "-O1 -> -O2"),
        ("cc a", "cc -g a -DX", "+ -g, + -DX"),
        ("cc -g a", "cc a", "- -g"),
        ("cc -I a -I b x", "cc -I b -I a x", ""),
        ("cc '-DA=b c'", "cc '-DA=b d'", "-DA=b c -> -DA=b d"),
        ("cc 'open", "cc 'shut", "'open -> 'shut"),
    ],
)
def test_differences(before: str, after: str, text: str) -> None:
    assert difference(before, after) == text


def misses(tt: Tt, project: Project, name: str) -> dict[str, Any]:
    ran = tt("build", "--why-miss", name, "--json", root=project.root)
    assert ran.code == 0, ran.err
    (call,) = ran.json["calls"]
    assert isinstance(call, dict)
    return call


def test_why_the_cache_missed(tt: Tt, built: Project) -> None:
    first = misses(tt, built, "a.cpp")
    assert first["missed"] is True
    assert first["reasons"][0].startswith("nothing is cached for this command, compiler and source")
    built.write("value.h", "#define VALUE 2\n")
    tt("build", root=built.root)
    changed = misses(tt, built, A)
    assert [Path(reason.split(" differs")[0]).name for reason in changed["reasons"]] == ["value.h"]
    assert changed["cause"] == "value.h changed"
    os.utime(built.root / "value.h")
    tt("build", root=built.root)
    text = tt("build", "--why-miss", "a.cpp", root=built.root).out
    assert text == f"{A}: it was a hit in the latest build\n"


def test_a_changed_flag_is_among_the_reasons_of_a_miss(tt: Tt, built: Project) -> None:
    set_flags(built, "-O1")
    tt("build", root=built.root)
    text = tt("build", "--why-miss", "a.cpp", root=built.root).out
    assert "nothing is cached for this command" in text
    assert "it was built because: command changed (+ -O1)\n" in text


def test_what_was_not_compiled_has_no_miss(tt: Tt, project: Project) -> None:
    ran = tt("build", "--why-miss", "a.cpp", root=project.root)
    assert (ran.code, "left no log of ccache" in ran.err) == (1, True)
    tt("build", root=project.root)
    ran = tt("build", "--why-miss", "aa.cpp", root=project.root)
    assert ran.code == 2
    assert "the latest build did not compile 'aa.cpp'\nhint: did you mean 'a.cpp'" in ran.err


@pytest.mark.parametrize(
    "options", [("--why", "--stats"), ("--why", "--clean"), ("--why-miss", "x", "--plan")]
)
def test_questions_stand_alone(tt: Tt, project: Project, options: tuple[str, ...]) -> None:
    ran = tt("build", *options, root=project.root)
    assert (ran.code, "builds nothing and stands alone" in ran.err) == (2, True)


def test_calls_that_ran_at_once_are_told_apart(tmp_path: Path) -> None:
    """The log as ccache writes it; short process numbers are filled up with spaces."""
    text = """
[2026-01-01T00:00:00.1 77   ] === CCACHE 4.14.2 STARTED =====
[2026-01-01T00:00:00.1 12345] === CCACHE 4.14.2 STARTED =====
[2026-01-01T00:00:00.2 77   ] Source file: ../a.cpp
[2026-01-01T00:00:00.2 12345] Source file: ../b.cpp
[2026-01-01T00:00:00.2 77   ] Object file: a.cpp.o
[2026-01-01T00:00:00.2 12345] Object file: b.cpp.o
[2026-01-01T00:00:00.3 12345] Mismatch for ../b.h: hash 1 != 2
[2026-01-01T00:00:00.3 77   ] Manifest key: abc
[2026-01-01T00:00:00.4 77   ] No abc in local storage
[2026-01-01T00:00:00.5 12345] Result: cache_miss
[2026-01-01T00:00:00.5 77   ] Result: unsupported_code_directive
[2026-01-01T00:00:00.6 12345] === CCACHE DONE =====
[2026-01-01T00:00:00.6 77   ] === CCACHE DONE =====
[2026-01-01T00:00:00.7 99   ] === CCACHE 4.14.2 STARTED ===== torn
"""
    (tmp_path / why_miss.LOG).write_text(text)
    (first,) = why_miss.why_miss(tmp_path, "a.cpp")
    assert first.reasons()[0].startswith("nothing is cached for this command")
    assert first.reasons()[1] == "ccache cannot cache it: unsupported_code_directive"
    (second,) = why_miss.why_miss(tmp_path, "b.cpp.o")
    assert second.reasons() == ["../b.h differs from what any cached result was made from"]
