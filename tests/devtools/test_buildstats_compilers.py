"""Predicted units against ninja's own for what gcc, clang, nvcc and CMake write: PCH, response files, build types."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ninja_tree import NinjaTree

COMPILERS = ("g++", "clang++", "nvcc")
_RULE = """
rule CXX
  command = {compiler} -MD -MF $out.d -c $in -o $out
  deps = gcc
  depfile = $out.d
  description = Building C object $out
"""


@pytest.fixture
def tree(tmp_path: Path) -> NinjaTree:
    return NinjaTree(tmp_path / "project")


def needed(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def agree(tree: NinjaTree, header: str, units: set[str]) -> None:
    assert tree.would_build() == set(), "the build must be up to date"
    (predicted,) = tree.predicted(str(tree.root / header)).values()
    assert predicted == units
    tree.touch(header)
    assert tree.would_build() == units
    tree.build()


@pytest.mark.parametrize("compiler", COMPILERS)
def test_what_each_compiler_writes(tree: NinjaTree, compiler: str) -> None:
    needed(compiler)
    suffix = "cu" if compiler == "nvcc" else "cpp"
    tree.write("include/inner.h", "#define VALUE 1\n")
    tree.write("include/outer.h", '#pragma once\n#include "inner.h"\n')
    tree.write(f"a.{suffix}", "#include <outer.h>\nint a() { return VALUE; }\n")
    tree.write(f"b.{suffix}", '#include "include/inner.h"\nint b() { return VALUE; }\n')
    rule = _RULE.format(compiler=f"{compiler} -I../include")
    tree.manifest(f"{rule}build a.o: CXX ../a.{suffix}\nbuild b.o: CXX ../b.{suffix}\n")
    tree.build()
    agree(tree, "include/inner.h", {"a.o", "b.o"})
    agree(tree, "include/outer.h", {"a.o"})


@pytest.mark.parametrize("compiler", COMPILERS[:2])
def test_a_precompiled_header(tree: NinjaTree, compiler: str) -> None:
    needed(compiler)
    tree.write("inner.h", "#define VALUE 1\n")
    tree.write("all.h", '#include "inner.h"\n')
    tree.write("a.cpp", "int a() { return VALUE; }\n")
    tree.write("b.cpp", '#include "inner.h"\nint b() { return VALUE; }\n')
    made, use = (
        ("all.h.gch", "-include all.h") if compiler == "g++" else ("all.h.pch", "-include-pch all.h.pch")
    )
    tree.write("out/all.h", '#include "../all.h"\n')
    rule = _RULE.format(compiler=f"{compiler} $flags")
    tree.manifest(
        f"{rule}build {made}: CXX all.h\n  flags = -x c++-header\n"
        f"build a.o: CXX ../a.cpp | {made}\n  flags = {use}\nbuild b.o: CXX ../b.cpp\n"
    )
    tree.build()
    agree(tree, "inner.h", {made, "a.o", "b.o"})
    agree(tree, "all.h", {made, "a.o"})


def test_response_files(tree: NinjaTree) -> None:
    tree.write("a.h", "#define VALUE 1\n")
    tree.write("a.c", '#include "a.h"\nint a(void) { return VALUE; }\n')
    tree.manifest(
        "rule LONG\n  command = cc @$out.rsp -MD -MF $out.d -o $out\n  rspfile = $out.rsp\n"
        "  rspfile_content = -c $in\n  deps = gcc\n  depfile = $out.d\n  description = Building C object $out\n"
        "build a.o: LONG ../a.c\n"
    )
    tree.build()
    agree(tree, "a.h", {"a.o"})


CMAKE = """
cmake_minimum_required(VERSION 3.20)
project(several C)
configure_file(config.h.in generated/config.h)
add_custom_command(OUTPUT made.h COMMAND ${CMAKE_COMMAND} -E copy_if_different
  ${CMAKE_SOURCE_DIR}/made.h.in made.h DEPENDS made.h.in)
add_library(a STATIC a.c made.h)
target_include_directories(a PRIVATE ${CMAKE_BINARY_DIR}/generated ${CMAKE_BINARY_DIR})
target_precompile_headers(a PRIVATE pre.h)
"""


@pytest.mark.parametrize(
    ("generator", "options"),
    [
        ("Ninja", ["-DCMAKE_BUILD_TYPE=Debug"]),
        ("Ninja", ["-DCMAKE_BUILD_TYPE=Release"]),
        (
            "Ninja Multi-Config",
            ["-DCMAKE_CONFIGURATION_TYPES=Debug;Release", "-DCMAKE_DEFAULT_BUILD_TYPE=Release"],
        ),
    ],
)
def test_cmake_projects_of_several_build_types(tree: NinjaTree, generator: str, options: list[str]) -> None:
    tree.write("CMakeLists.txt", CMAKE)
    tree.write("config.h.in", "#define CONFIG 1\n")
    tree.write("made.h.in", "#define MADE 1\n")
    tree.write("pre.h", '#include "inner.h"\n')
    tree.write("inner.h", "#define INNER 1\n")
    tree.write(
        "a.c", '#include "config.h"\n#include "made.h"\nint a(void) { return CONFIG + MADE + INNER; }\n'
    )
    tools = Path(sys.prefix, "bin")
    subprocess.run(
        [tools / "cmake", "-G", generator, "-S", tree.root, "-B", tree.out,
         f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}", *options],
        check=True, capture_output=True,
    )  # fmt: skip
    tree.build()
    for header in ("inner.h", "out/made.h", "out/generated/config.h"):
        (predicted,) = tree.predicted(str(tree.root / header)).values()
        assert any(unit.endswith("a.c.o") for unit in predicted)
        assert any(unit.endswith(".gch") for unit in predicted) == (header == "inner.h")
        tree.touch(header)
        assert tree.would_build() == predicted
        tree.build()
