"""A library that was linked again links nothing else again, and nothing is stale for that.

What is linked with libtt_core.so holds its name and the names that it takes from it. Those come from headers, whose
edits compile, and so link, whatever reads them; so `LINK_DEPENDS_NO_SHARED` is on, and shown to be right here.
"""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tt_devtools.build.in_place import owner

MODULES = ("core", "kernels", "autograd")
EXPORTS = """
extern "C" {
int a_new_table[1000] = {1};
int a_new_function() { return a_new_table[0]; }
}
"""


@pytest.fixture(scope="module")
def build(checkout: Path) -> Path:
    """Of the preset whose libraries are in place."""
    preset = owner(checkout / "build")
    if not preset:
        pytest.skip("nothing is built; ./tt build")
    return checkout / "build" / preset


@pytest.fixture(scope="module")
def ninja(checkout: Path, build: Path) -> Callable[..., str]:
    def ask(*arguments: str | Path) -> str:
        command = [checkout / ".venv" / "bin" / "ninja", "-C", build, "-t", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    return ask


def core_library(checkout: Path) -> Path:
    return checkout / "packages/core/src/tt_core/lib/libtt_core.so"


def module_of(checkout: Path, package: str) -> Path:
    [module] = (checkout / f"packages/{package}/src/tt_{package}").glob("_C.*.so")
    return module


def linked(
    ninja: Callable[..., str], build: Path, output: Path, place: Path, *more: Path, core: Path | None = None
) -> Path:
    """Runs the build's own command for `output` with another place for it, more objects, another libtt_core.so."""
    command = ninja("commands", "-s", output).strip().splitlines()[-1]
    command = command.replace(f" -o {output} ", f" -o {place} {' '.join(map(str, more))} ")
    if core:
        command = re.sub(r"\S*/libtt_core\.so(?= )", str(core), command)
    subprocess.run(command, shell=True, cwd=build, check=True)
    return place


@pytest.mark.parametrize("package", MODULES)
def test_ninja_sees_to_the_order_alone(checkout: Path, ninja: Callable[..., str], package: str) -> None:
    query = ninja("query", module_of(checkout, package)).partition("outputs:")[0]
    assert {line.split()[0] for line in query.splitlines() if line.endswith("libtt_core.so")} == {"||"}


def test_other_exports_of_core_change_no_byte(
    checkout: Path, build: Path, ninja: Callable[..., str], tmp_path: Path
) -> None:
    source, extra = tmp_path / "new.cpp", tmp_path / "new.o"
    source.write_text(EXPORTS)
    subprocess.run([os.environ.get("CXX", "c++"), "-fPIC", "-c", source, "-o", extra], check=True)
    core = core_library(checkout)
    other = linked(ninja, build, core, tmp_path / core.name, extra)
    assert b"a_new_function" in other.read_bytes() and b"a_new_function" not in core.read_bytes()
    for package in MODULES:
        module = module_of(checkout, package)
        again = linked(ninja, build, module, tmp_path / f"{package}.so", core=other)
        assert again.read_bytes() == module.read_bytes(), package
