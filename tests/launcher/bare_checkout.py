"""A checkout small enough to set up in a test: what the launcher reads, and stand-ins for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tt_devtools.bootstrap import stamp
from tt_devtools.bootstrap.child import Finished


def make_checkout(root: Path) -> str:
    """Pins and package files, no .venv; returns the root as the launcher takes it."""
    for name in stamp.SOURCES:
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("rich==15.0.0\ntyper==0.29.2\n" if name == "constraints.txt" else f"# {name}\n")
    return str(root)


def add_venv(root: str) -> None:
    """A .venv whose interpreter is this one, without a stamp."""
    python = Path(stamp.venv_python(root))
    python.parent.mkdir(parents=True, exist_ok=True)
    if not python.exists():
        python.symlink_to(sys.executable)


def add_libraries(root: str) -> None:
    """Empty files where `tt build` puts the libraries."""
    for name in ("tt_core/lib/libtt_core.so", "tt_core/_C.x.so", "tt_kernels/_C.x.so", "tt_autograd/_C.x.so"):
        package = name.split("/")[0].removeprefix("tt_")
        file = Path(root, "packages", package, "src", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()


def write_program(folder: Path, name: str, script: str) -> None:
    """An executable shell script on a PATH of its own."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


class RecordedRun:
    """Takes the place of child.runner(): records what would be run, and answers from a function."""

    def __init__(self, answer: Callable[[Sequence[str]], Finished] = lambda argv: Finished(0, "")) -> None:
        self.answer = answer
        self.calls: list[Sequence[str]] = []
        self.environments: list[Mapping[str, str]] = []

    def __call__(self, argv: Sequence[str], env: Mapping[str, str] | None) -> Finished:
        self.calls.append(argv)
        self.environments.append(os.environ if env is None else env)
        if "venv" in argv:
            add_venv(os.path.dirname(argv[-1]))
        return self.answer(argv)
