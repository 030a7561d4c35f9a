"""What the machine brings: Python and its headers, the compiler, OpenMP, disk. The tests themselves are
those of the set-up (`bootstrap.machine`), so that both say the same.
"""

import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tt_devtools.bootstrap import machine
from tt_devtools.bootstrap.child import Run
from tt_devtools.bootstrap.problem import Problem
from tt_devtools.doctor.check import Check

PLENTY_OF_DISK_BYTES = 5_000_000_000  # a second preset, a parity environment and a full cache


def machine_checks(root: Path, run: Run) -> Iterator[Check]:
    """One check each, in the order in which they depend on each other."""
    yield _tried("python", machine.check_python, f"{platform.python_version()} at {sys.executable}")
    yield _tried("headers", machine.check_headers, "Python.h is there")
    yield from _compiler(run)
    yield _disk(root)


def _tried(name: str, check: Callable[[], None], fine: str) -> Check:
    try:
        check()
    except Problem as problem:
        return Check(name, "problem", problem.text, problem.hint)
    return Check(name, "ok", fine)


def _compiler(run: Run) -> Iterator[Check]:
    try:
        name = machine.find_compiler()
        kind, _ = machine.identify(name, run)
    except Problem as problem:
        yield Check("compiler", "problem", problem.text, problem.hint)
        return
    version = run([name, "-dumpfullversion", "-dumpversion"], None).output.strip()
    try:
        machine.check_compiler(run)
    except Problem as problem:
        about = "openmp" if problem.text.startswith("OpenMP") else "compiler"
        if about == "openmp":
            yield Check("compiler", "ok", f"{kind} {version} as {name}")
        yield Check(about, "problem", problem.text, problem.hint)
        return
    yield Check("compiler", "ok", f"{kind} {version} as {name}")
    yield Check("openmp", "ok", "a program with -fopenmp links and starts")


def _disk(root: Path) -> Check:
    free = shutil.disk_usage(root).free
    text = f"{free / 1e9:.1f} GB free"
    fix = f"df -h {root}"
    if free < machine.FREE_DISK_BYTES:
        needed = machine.FREE_DISK_BYTES / 1e9
        return Check("disk", "problem", f"{text}, a build needs {needed:.1f} GB", fix)
    if free < PLENTY_OF_DISK_BYTES:
        return Check("disk", "warn", text, fix)
    return Check("disk", "ok", text)
