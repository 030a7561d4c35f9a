"""Presets that share a place for their libraries, symbols for single files, the quickest linker."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.build import linker

IN_PLACE = 'set_target_properties(tiny PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_SOURCE_DIR}/lib")\n'
A, B = "CMakeFiles/tiny.dir/a.cpp.o", "CMakeFiles/tiny.dir/b.cpp.o"


def sections(path: Path) -> str:
    return subprocess.run(["readelf", "-S", "-W", path], capture_output=True, text=True, check=True).stdout


def test_the_libraries_in_place_are_those_of_the_last_preset(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", IN_PLACE)
    library = project.root / "lib" / "libtiny.so"
    tt("build", "--preset", "dev", root=project.root)
    debug = library.read_bytes()
    ran = tt("build", "--preset", "release", "--json", root=project.root)
    release = library.read_bytes()
    assert (ran.code, ran.json["done"]) == (0, {"compile": 2, "link": 1})
    assert release != debug
    assert "the libraries in place are those of release" in tt("build", "--plan", root=project.root).err
    back = tt("build", "--preset", "dev", "--json", root=project.root)
    assert (back.code, back.json["done"], back.json["dirty_after"]) == (0, {"compile": 0, "link": 1}, [])
    assert library.read_bytes() == debug
    again = tt("build", "--preset", "dev", "--json", root=project.root)
    assert again.json["planned"]["link"] == 0


def test_a_killed_switch_is_taken_up(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", IN_PLACE)
    tt("build", "--preset", "release", root=project.root)
    tt("build", "--preset", "dev", root=project.root)
    # As after a kill between the removal and the link.
    (project.root / "lib" / "libtiny.so").unlink()
    (project.build_dir.parent / "in_place").unlink()
    ran = tt("build", "--preset", "dev", "--json", root=project.root)
    assert (ran.code, ran.json["done"]["link"]) == (0, 1)


def test_every_preset_of_the_contract_is_there(checkout: Path) -> None:
    presets = json.loads((checkout / "CMakePresets.json").read_text())["configurePresets"]
    names = {each["name"] for each in presets if not each.get("hidden")}
    assert names == {"dev", "release", "debug", "asan", "tsan"}


def test_symbols_for_one_file_in_the_existing_build(tt: Tt, project: Project) -> None:
    tt("build", "--preset", "release", root=project.root)
    build = project.root / "build" / "release"
    assert ".debug_info" not in sections(build / A)
    asked = ("build", "--preset", "release", "--debug", "a.cpp")
    assert "command changed (+ -g3 -Og): 1 compile, 1 link" in tt(*asked, "--plan", root=project.root).out
    ran = tt(*asked, "--json", root=project.root)
    assert (ran.code, ran.json["done"], ran.json["dirty_after"]) == (0, {"compile": 1, "link": 1}, [])
    assert ".debug_info" in sections(build / A)
    assert ".debug_info" not in sections(build / B)
    still = tt("build", "--preset", "release", "--json", root=project.root)
    assert still.json["planned"]["compile"] == 0
    assert "with symbols: a.cpp; tt build --debug alone ends that" in still.err
    why = tt("build", "--preset", "release", "--debug", "--plan", root=project.root).out
    assert "command changed (- -g3 -Og)" in why
    ended = tt("build", "--preset", "release", "--debug", "--json", root=project.root)
    assert (ended.json["done"]["compile"], ended.json["dirty_after"]) == (1, [])
    assert ".debug_info" not in sections(build / A)
    assert "with symbols" not in tt("build", "--preset", "release", root=project.root).err


def test_a_header_gets_symbols_where_it_is_compiled(tt: Tt, project: Project) -> None:
    tt("build", "--preset", "release", root=project.root)
    ran = tt("build", "--preset", "release", "--debug", "value.h", "--plan", root=project.root)
    assert "2 compile, 1 link" in ran.out
    assert tt("build", "--preset", "release", "--plan", root=project.root).out == "release: nothing to do\n"


@pytest.mark.parametrize(
    ("name", "message"),
    [("aa.cpp", "no unit is compiled from 'aa.cpp'"), ("CMakeLists.txt", "no unit is compiled from")],
)
def test_files_that_are_not_compiled(tt: Tt, project: Project, name: str, message: str) -> None:
    tt("build", root=project.root)
    ran = tt("build", "--debug", name, root=project.root)
    assert (ran.code, message in ran.err) == (2, True)
    assert tt("build", "--plan", root=project.root).out == "dev: nothing to do\n"


def test_positional_names_are_targets(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", "add_library(other SHARED c.cpp)\n")
    project.write("c.cpp", "int c() { return 3; }\n")
    assert tt("build", "other", "--json", root=project.root).json["done"]["compile"] == 1


@pytest.mark.parametrize(("kind", "name", "program"), linker.LINKERS)
def test_each_linker_that_is_here_links(
    tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch, kind: str, name: str, program: str
) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed; apt-get install {name}")
    monkeypatch.setattr(linker, "LINKERS", [each for each in linker.LINKERS if each[0] == kind])
    assert tt("build", root=project.root).code == 0
    comment = subprocess.run(
        ["readelf", "-p", ".comment", project.build_dir / "libtiny.so"], capture_output=True, text=True
    ).stdout
    assert name in comment.lower()


def test_a_linker_that_does_not_work_is_left_alone(tmp_path: Path) -> None:
    for program in ("mold", "ld.lld"):
        (tmp_path / program).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / program).chmod(0o755)
    assert linker.choose({"PATH": f"{tmp_path}:/nonexistent", "CXX": "/usr/bin/c++"}) == ""
    assert linker.present({"PATH": str(tmp_path)}) == [str(tmp_path / "mold"), str(tmp_path / "ld.lld")]
    assert linker.present({"PATH": str(tmp_path), "LDFLAGS": "-fuse-ld=bfd"}) == []
