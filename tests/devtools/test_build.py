"""`tt build` on real, tiny CMake projects: what it plans, does, caches, and says."""

import json
import os
from collections.abc import Callable
from pathlib import Path

from ran import Ran, Tt
from tiny_project import CMAKE, Project

GLOBBED = """
cmake_minimum_required(VERSION 3.20)
project(tiny CXX)
file(GLOB sources CONFIGURE_DEPENDS *.cpp)
add_library(tiny SHARED ${sources})
"""


def counts(ran: Ran) -> tuple[int, int, int, dict[str, int]]:
    data = ran.json
    return data["planned"]["compile"], data["done"]["compile"], data["done"]["link"], data["cache"]


def cache(direct: int = 0, preprocessed: int = 0, miss: int = 0) -> dict[str, int]:
    return {"direct": direct, "preprocessed": preprocessed, "miss": miss}


def test_first_build_compiles_everything_and_the_second_nothing(tt: Tt, project: Project) -> None:
    first = tt("build", "--json", root=project.root)
    assert first.code == 0
    assert counts(first) == (2, 2, 1, cache(miss=2))
    assert "dev: never built: 2 compile, 1 link" in first.err
    second = tt("build", "--incremental", "--json", root=project.root)
    assert second.code == 0
    assert counts(second) == (0, 0, 0, cache())
    assert second.err == ""


def test_json_has_the_shape_of_the_contract(tt: Tt, project: Project) -> None:
    data = tt("build", "--json", root=project.root).json
    assert set(data["planned"]) == {"compile", "link", "seconds"}
    assert data["planned"]["seconds"] is None, "nothing was ever timed"
    assert set(data["done"]) == {"compile", "link"}
    assert data["dirty_after"] == []
    assert data["seconds"] > 0
    assert {(unit["output"], unit["cache"]) for unit in data["units"]} == {
        ("CMakeFiles/tiny.dir/a.cpp.o", "miss"),
        ("CMakeFiles/tiny.dir/b.cpp.o", "miss"),
        ("libtiny.so", ""),
    }


def test_a_header_edit_names_the_header_and_estimates_seconds(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    project.write("value.h", "#define VALUE 2\n")
    ran = tt("build", "--json", root=project.root)
    assert counts(ran) == (2, 2, 1, cache(miss=2))
    assert ran.json["planned"]["seconds"] > 0
    assert "dev: value.h changed: 2 compile, 1 link" in ran.err


def test_cache_outcomes_direct_and_preprocessed(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    os.utime(project.root / "a.cpp")
    assert counts(tt("build", "--json", root=project.root))[3] == cache(direct=1)
    project.append("value.h", "// a comment at the end moves no line\n")
    assert counts(tt("build", "--json", root=project.root))[3] == cache(preprocessed=2)


def test_clean_builds_again_from_the_cache(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    ran = tt("build", "--clean", "--json", root=project.root)
    assert counts(ran) == (2, 2, 1, cache(direct=2))


def test_another_checkout_hits_the_same_cache(tt: Tt, make_project: Callable[[str], Project]) -> None:
    tt("build", root=make_project("one").root)
    ran = tt("build", "--json", root=make_project("two").root)
    assert counts(ran)[3] == cache(direct=2)


def test_text_report_gives_counts_and_cache(tt: Tt, project: Project) -> None:
    ran = tt("build", root=project.root)
    assert ran.out.startswith("dev: 2 compiled, 1 linked in ")
    assert "  ccache: 0 direct, 0 preprocessed, 2 missed" in ran.out
    assert "[3/3] Linking CXX shared library libtiny.so" in ran.err
    assert tt("build", root=project.root).out.startswith("dev: nothing to do (")


def test_dry_run_builds_nothing(tt: Tt, project: Project) -> None:
    ran = tt("build", "--dry-run", "--json", root=project.root)
    assert (ran.code, ran.json["planned"]) == (0, None)
    assert not project.build_dir.exists()
    tt("build", root=project.root)
    os.utime(project.root / "a.cpp")
    ran = tt("build", "--dry-run", "--json", root=project.root)
    assert counts(ran) == (1, 0, 0, cache())
    assert counts(tt("build", "--json", root=project.root))[1] == 1


def test_target_builds_only_what_it_needs(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", "add_library(other SHARED c.cpp)\n")
    project.write("c.cpp", "int c() { return 3; }\n")
    assert counts(tt("build", "--target", "other", "--json", root=project.root))[:3] == (1, 1, 1)
    assert counts(tt("build", "--json", root=project.root))[:3] == (2, 2, 1)


def test_release_is_a_build_of_its_own(tt: Tt, project: Project) -> None:
    ran = tt("build", "--preset", "release", "--json", root=project.root)
    assert ran.json["preset"] == "release"
    assert (project.root / "build" / "release" / "build.ninja").exists()
    assert not project.build_dir.exists()


def test_a_cmake_edit_is_taken_up_before_planning(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    project.append("CMakeLists.txt", "target_sources(tiny PRIVATE c.cpp)\n")
    project.write("c.cpp", "int c() { return 3; }\n")
    ran = tt("build", "--json", root=project.root)
    assert counts(ran)[:3] == (1, 1, 1)
    assert "CMake's files or the sources' folders changed, so it ran again" in ran.err


def test_a_plan_says_that_cmake_may_change_it(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    project.append("CMakeLists.txt", "# a remark\n")
    project.write("a.cpp", "int a() { return 5; }\n")
    ran = tt("build", "--plan", root=project.root)
    assert ran.out.startswith(
        "dev: CMake runs first (CMakeLists.txt changed), which may change this: a.cpp changed: 1 compile, 1 link"
    )
    data = tt("build", "--plan", "--json", root=project.root).json
    assert (data["planned"]["compile"], data["configures"]) == (1, "CMakeLists.txt changed")
    (project.root / "b.cpp").unlink()  # the plan of CMake's last run cannot be carried out
    project.write("CMakeLists.txt", CMAKE.replace("b.cpp", ""))
    ran = tt("build", "--plan", root=project.root)
    assert ran.out == "dev: CMake has to run first, then everything is built\n"
    data = tt("build", "--json", root=project.root).json
    assert (data["done"], data["configures"]) == ({"compile": 1, "link": 1}, "")


def test_a_preset_edit_configures_again(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    presets = json.loads((project.root / "CMakePresets.json").read_text())
    presets["configurePresets"][0]["cacheVariables"]["CMAKE_CXX_FLAGS"] = "-DEXTRA"
    project.write("CMakePresets.json", json.dumps(presets))
    ran = tt("build", "--json", root=project.root)
    assert "configuring build/dev" in ran.err
    assert counts(ran)[1] == 2
    assert "command changed (+ -DEXTRA): 2 compile, 1 link" in ran.err


def test_a_moved_checkout_configures_again(tt: Tt, project: Project, tmp_path: Path) -> None:
    tt("build", root=project.root)
    moved = project.root.rename(tmp_path / "moved")
    ran = tt("build", "--json", root=moved)
    assert ran.code == 0
    assert ran.json["dirty_after"] == []


def test_globs_that_cmake_checks_each_time_do_not_count_as_work(tt: Tt, project: Project) -> None:
    project.write("CMakeLists.txt", GLOBBED)
    first = tt("build", "--json", root=project.root)
    assert (first.code, counts(first)[:3], first.json["dirty_after"]) == (0, (2, 2, 1), [])
    assert counts(tt("build", "--json", root=project.root))[:3] == (0, 0, 0)
    assert tt("build", "--dry-run", "--json", root=project.root).json["planned"]["compile"] == 0
    project.write("c.cpp", "int c() { return 3; }\n")
    ran = tt("build", "--json", root=project.root)
    assert (ran.code, counts(ran)[:3]) == (0, (1, 1, 1))
