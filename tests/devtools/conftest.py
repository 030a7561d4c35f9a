"""Fixtures for the tests of the `tt` command: the command run in this process, and tiny CMake projects to
build."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tt_devtools import checkout as checkout_module
from tt_devtools import cli
from tt_devtools.checkout import Checkout

PRESETS = {
    "version": 3,
    "configurePresets": [
        {
            "name": name,
            "generator": "Ninja",
            "binaryDir": "${sourceDir}/build/${presetName}",
            "cacheVariables": {"CMAKE_BUILD_TYPE": kind},
        }
        for name, kind in (("dev", "Debug"), ("release", "Release"))
    ],
}
CMAKE = """
cmake_minimum_required(VERSION 3.20)
project(tiny CXX)
add_library(tiny SHARED a.cpp b.cpp)
"""


@dataclass(frozen=True)
class Ran:
    """What one command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def tt(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs a command; `root` stands for the checkout."""
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.delenv("TT_TORCH_PYTHON", raising=False)

    def run(*arguments: str, root: Path | None = None) -> Ran:
        if root is not None:
            monkeypatch.setattr(checkout_module, "find", lambda: Checkout(root))
        capfd.readouterr()
        code = cli.main(arguments)
        out, err = capfd.readouterr()
        return Ran(code, out, err)

    return run


class Project:
    """A checkout with two sources, one header and one library."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "packages" / "opspec").mkdir(parents=True)
        self.write("CMakePresets.json", json.dumps(PRESETS))
        self.write("CMakeLists.txt", CMAKE)
        self.write("value.h", "#define VALUE 1\n")
        for name in ("a", "b"):
            self.write(f"{name}.cpp", f'#include "value.h"\nint {name}() {{ return VALUE; }}\n')

    @property
    def build_dir(self) -> Path:
        return self.root / "build" / "dev"

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text)

    def append(self, name: str, text: str) -> None:
        (self.root / name).write_text((self.root / name).read_text() + textwrap.dedent(text))

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """The command in a process group of its own, to be killed."""
        code = (
            "import sys\n"
            "from pathlib import Path\n"
            "from tt_devtools import checkout, cli\n"
            f"checkout.find = lambda: checkout.Checkout(Path({str(self.root)!r}))\n"
            "sys.exit(cli.main())\n"
        )
        return subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            text=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )


@pytest.fixture
def make_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Project]:
    """Makes projects that share an empty compiler cache."""
    monkeypatch.setenv("CCACHE_DIR", str(tmp_path / "ccache"))
    for name in ("CXX", "CXXFLAGS", "LDFLAGS"):
        monkeypatch.delenv(name, raising=False)
    return lambda name: Project(tmp_path / name)


@pytest.fixture
def project(make_project: Callable[[str], Project]) -> Project:
    """One project."""
    return make_project("checkout")


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compares a text with a file in golden/; TT_UPDATE_GOLDEN=1 writes the file instead."""
    folder = Path(__file__).parent / "golden"

    def compare(name: str, text: str) -> None:
        lines = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
        if os.environ.get("TT_UPDATE_GOLDEN"):
            (folder / name).write_text(lines)
        assert lines == (folder / name).read_text()

    return compare
