"""What `tt test` gives to Python for libraries that a sanitizer watches, and which tests it then runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ran import Tt
from tiny_project import PRESETS, Project
from tt_devtools.failure import Failure
from tt_devtools.test import sanitizer
from tt_devtools.test.arguments import marks

OVERFLOW = (
    "#include <cstdlib>\nint a() { char* m = (char*)malloc(8); m[8] = 1; int r = m[8]; free(m); return r; }\n"
)
COUNT = "int count; int a() { return ++count; }\n"
CALL = "import ctypes, sys; ctypes.CDLL(sys.argv[1])._Z1av()"


@pytest.mark.parametrize("preset", ["dev", "release", "debug"])
def test_ordinary_libraries_need_nothing(preset: str) -> None:
    assert sanitizer.environment(preset) == {}


@pytest.mark.parametrize("preset", ["asan", "tsan"])
def test_the_runtimes_are_loaded_first(preset: str) -> None:
    variables = sanitizer.environment(preset)
    first, *others = variables["LD_PRELOAD"].split(":")
    assert Path(first).name == f"lib{preset}.so"
    assert all(Path(each).is_file() for each in [first, *others])


def test_a_compiler_without_runtimes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "echo")
    with pytest.raises(Failure, match=r"the compiler has no libasan\.so"):
        sanitizer.environment("asan")


@pytest.mark.parametrize("name", ["leaks.supp", "races.supp"])
def test_every_suppression_has_its_reason(name: str) -> None:
    lines = Path(sanitizer.__file__).with_name(name).read_text().splitlines()
    for above, line in zip(["", *lines], lines, strict=False):
        if line and not line.startswith("#"):
            assert above.startswith("# "), line


@pytest.mark.parametrize(
    ("preset", "flag", "bug", "told"),
    [("asan", "address", OVERFLOW, "heap-buffer-overflow"), ("tsan", "thread", COUNT, "")],
)
def test_python_loads_what_a_sanitizer_watches(
    tt: Tt, project: Project, preset: str, flag: str, bug: str, told: str
) -> None:
    watched = {"name": preset, "generator": "Ninja", "binaryDir": "${sourceDir}/build/${presetName}"}
    watched["cacheVariables"] = {"CMAKE_CXX_FLAGS": f"-fsanitize={flag} -g1"}
    project.write("CMakePresets.json", json.dumps({**PRESETS, "configurePresets": [watched]}))
    project.write("a.cpp", bug)
    assert tt("build", "--preset", preset, root=project.root).code == 0
    library = project.root / "build" / preset / "libtiny.so"
    bare = subprocess.run([sys.executable, "-c", CALL, library], capture_output=True, text=True)
    assert bare.returncode != 0
    variables = {**os.environ, **sanitizer.environment(preset)}
    done = subprocess.run(
        [sys.executable, "-c", CALL, library], capture_output=True, text=True, env=variables
    )
    assert (done.returncode == 0, told in done.stderr) == (not told, True), done.stderr


def test_marks_follow_what_is_built() -> None:
    assert marks([], sanitized=False) == ["-m", "not parity and not scaffold and not sanitizer"]
    assert marks([], sanitized=True) == ["-m", "not parity and not scaffold"]
    assert marks([], sanitized=False, parity=True) == ["-m", "parity"]
    assert marks(["-x", "-m", "slow"], sanitized=True) == []


def test_no_build_tests_no_other_preset(tt: Tt, project: Project) -> None:
    (project.root / "build").mkdir()
    project.write("build/in_place", "asan")
    ran = tt("test", "--no-build", root=project.root)
    assert ran.code == 2
    assert ran.err == (
        "tt test: the libraries in place are those of 'asan', not of 'dev'\n"
        "hint: leave out --no-build, or name them with --preset asan\n"
    )
