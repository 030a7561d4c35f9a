"""What an edit rebuilds, pinned: the unit of compilation is the functor file.

Read from the build's own dependency records, so nothing is touched and nothing is built.
"""

import re
import subprocess
from pathlib import Path

import pytest

FUNCTORS = "packages/kernels/cpp/tt/kernels/functors/"


@pytest.fixture(scope="module")
def includes(checkout: Path) -> dict[str, set[str]]:
    """Each object of the dev build, with the files of the checkout that it was compiled from."""
    build = checkout / "build/dev"
    if not (build / ".ninja_deps").exists():
        pytest.skip("build/dev has no dependency records; ./tt build")
    ninja = checkout / ".venv/bin/ninja"
    version = (build / ".ninja_log").read_text().splitlines()[0]
    assert version == "# ninja log v7", "another ninja built this folder, and would lose its log if asked"
    text = subprocess.run(
        [ninja, "-C", build, "-t", "deps"], capture_output=True, text=True, check=True
    ).stdout
    found: dict[str, set[str]] = {}
    for block in text.split("\n\n"):
        head, *rest = block.splitlines() or [""]
        if match := re.match(r"(\S+): #deps", head):
            files = {(build / line.strip()).resolve() for line in rest if line.strip()}
            found[match[1]] = {str(f.relative_to(checkout)) for f in files if f.is_relative_to(checkout)}
    assert found
    return found


def units_of(includes: dict[str, set[str]], header: str) -> set[str]:
    """Names of the units that a header is compiled into."""
    return {Path(unit).name.removesuffix(".o") for unit, files in includes.items() if header in files}


def isas(includes: dict[str, set[str]]) -> list[str]:
    return sorted(
        match[1] for unit in includes if (match := re.search(r"loops_arithmetic\.(\w+)\.gen\.cpp\.o$", unit))
    )


def functor_headers(checkout: Path) -> list[str]:
    from tt_opspec import table

    return sorted({entry.functor.header for entry in table.entries() if entry.functor})


def test_a_functor_file_is_compiled_into_its_own_units_alone(
    checkout: Path, includes: dict[str, set[str]]
) -> None:
    built = isas(includes)
    assert "baseline" in built
    assert len(built) <= 2, "the dev preset builds the baseline and the host's best"
    for header in functor_headers(checkout):
        stem = header.removesuffix(".h")
        expected = {f"loops_{stem}.{isa}.gen.cpp" for isa in built} | {f"emulated_{stem}.gen.cpp"}
        assert units_of(includes, FUNCTORS + header) == expected


def test_the_op_table_is_compiled_into_no_header(checkout: Path, includes: dict[str, set[str]]) -> None:
    """No header lists all ops: generated files are units, plus the stamp."""
    generated = {file for files in includes.values() for file in files if file.startswith("build/dev/gen/")}
    headers = {file for file in generated if file.endswith(".h")}
    assert headers <= {"build/dev/gen/core_stamp.gen.h"}


def test_an_edit_of_core_recompiles_stamps_and_nothing_dear_for_them(includes: dict[str, set[str]]) -> None:
    stamped = {unit: files for unit, files in includes.items() if "build/dev/gen/core_stamp.gen.h" in files}
    assert {Path(unit).name for unit in stamped} == {"stamp.cpp.o", "module_stamp.cpp.o"}
    assert len(stamped) == 4, "libtt_core, and the module of each package over it"
    assert all(len(files) <= 4 for files in stamped.values()), "they read nothing else"


def test_bind_is_known_to_no_kernel(includes: dict[str, set[str]]) -> None:
    """An edit of the binder's headers compiles no kernel but the files that make them a module."""
    touched = units_of(includes, "packages/core/cpp/tt/core/bind/op_object.h")
    kernels = {Path(unit).name.removesuffix(".o") for unit in includes if "tt_kernels" in unit}
    assert touched & kernels == {"module.cpp"}
