"""A checkout in small, to build for real: two sources, one header, one library."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

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
# The command, with this project for a checkout.
COMMAND = """
import sys
from pathlib import Path
from tt_devtools import checkout, cli
checkout.find = lambda: checkout.Checkout(Path({root!r}))
sys.exit(cli.main())
"""


class Project:
    """Its files at `root`."""

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
        return subprocess.Popen(
            [sys.executable, "-c", COMMAND.format(root=str(self.root)), *arguments],
            text=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
