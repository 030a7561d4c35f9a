"""What the machine must bring: a C++20 compiler with OpenMP, Python's headers and venv module, and disk.

Checked before set-up and before the first build, never on a warm launch. A check returns or raises Problem.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import sysconfig
import tempfile

from .child import Run
from .problem import Problem

OLDEST_COMPILER = {"g++": 12, "clang++": 15}  # the first with the C++20 that the core uses
FREE_DISK_BYTES = 1_500_000_000  # .venv takes 0.65 GB, a dev build and its compiler cache less again
OPENMP_PROGRAM = "#include <omp.h>\nint main() { return omp_get_max_threads() > 0 ? 0 : 1; }\n"

# What each package manager that we know calls the package with what is needed.
_INSTALL = {
    "apt-get": {
        "compiler": "g++",
        "headers": "python3-dev",
        "venv": "python3-venv",
        "openmp": "g++ libgomp1",
    },
    "dnf": {"compiler": "gcc-c++", "headers": "python3-devel", "venv": "python3", "openmp": "libgomp"},
    "zypper": {"compiler": "gcc-c++", "headers": "python3-devel", "venv": "python3", "openmp": "libgomp1"},
    "pacman": {"compiler": "gcc", "headers": "python", "venv": "python", "openmp": "gcc"},
    "apk": {"compiler": "g++", "headers": "python3-dev", "venv": "python3", "openmp": "libgomp"},
}
_INSTALL_WORD = {"pacman": "-S", "apk": "add"}


def install_command(need: str) -> str:
    """The command that installs one of the needs above on this machine."""
    for manager, packages in _INSTALL.items():
        if shutil.which(manager):
            return f"{manager} {_INSTALL_WORD.get(manager, 'install')} {packages[need]}"
    return f"install with your system's package manager what Debian calls {_INSTALL['apt-get'][need]}"


def check_python() -> None:
    """The running interpreter can make environments, and extension modules can be compiled for it."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise Problem("free-threaded Python is not supported", "run ./tt with a standard build of Python")
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise Problem(f"this Python lacks the module {module}", install_command("venv"))


def check_headers() -> None:
    """Python.h is there for the running interpreter."""
    header = os.path.join(sysconfig.get_path("include"), "Python.h")
    if not os.path.exists(header):
        raise Problem(f"Python's headers are missing: no {header}", install_command("headers"))


def check_compiler(run: Run) -> None:
    """The compiler that CMake will pick is new enough and links OpenMP programs."""
    compiler = find_compiler()
    kind, version = identify(compiler, run)
    oldest = OLDEST_COMPILER[kind]
    if version < oldest:
        newer = _newer_compiler(kind)
        install = "" if newer else f"install {kind} {oldest} or newer, then: "
        text = f"the C++ compiler is too old: {compiler} is {kind} {version}, {oldest} or newer is needed"
        raise Problem(text, f"{install}CXX={newer or f'{kind}-{oldest}'} ./tt build --clean")
    _check_openmp(compiler, run)


def check_disk(root: str) -> None:
    """There is room for .venv and a build."""
    free = shutil.disk_usage(root).free
    if free < FREE_DISK_BYTES:
        sizes = f"{free / 1e9:.1f} GB free, {FREE_DISK_BYTES / 1e9:.1f} GB needed"
        text = f"the disk of {root} is almost full: {sizes}"
        raise Problem(text, f"df -h {root}")


def find_compiler() -> str:
    """The compiler's name, by CMake's own order, so that what is checked is what will compile."""
    named = os.environ.get("CXX", "").split()
    for name in named[-1:] or ["c++", "g++", "clang++"]:
        if shutil.which(name):
            return name
    if named:
        text = f"no C++ compiler: CXX={os.environ['CXX']} was not found"
        raise Problem(text, "unset CXX, or name a compiler that is on PATH")
    raise Problem("no C++ compiler: none of c++, g++, clang++ is on PATH", install_command("compiler"))


def identify(compiler: str, run: Run) -> tuple[str, int]:
    """g++ or clang++, and its major version."""
    banner = run([compiler, "--version"], None)
    kind = "clang++" if "clang" in banner.output else "g++"
    # Since g++ 7 this may be the major number alone, which is the one that is asked for.
    version = run([compiler, "-dumpversion"], None)
    found = re.match(r"\s*(\d+)", version.output)
    if banner.code or version.code or not found:
        text = f"the C++ compiler does not run: {compiler} --version exits {banner.code}"
        raise Problem(text, install_command("compiler"), _last_lines(banner.output or version.output))
    return kind, int(found[1])


def _newer_compiler(kind: str) -> str | None:
    names = (f"{kind}-{version}" for version in range(30, OLDEST_COMPILER[kind] - 1, -1))
    return next((name for name in names if shutil.which(name)), None)


def _check_openmp(compiler: str, run: Run) -> None:
    with tempfile.TemporaryDirectory(prefix="tt-") as folder:
        source = os.path.join(folder, "openmp.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(OPENMP_PROGRAM)
        program = os.path.join(folder, "openmp")
        linked = run([compiler, "-std=c++20", "-fopenmp", source, "-o", program], None)
        if linked.code:
            text = f"OpenMP (libgomp) is missing: {compiler} -fopenmp cannot link a program"
            raise Problem(text, install_command("openmp"), _last_lines(linked.output))
        started = run([program], None)
        # Other failures to start (a /tmp without exec) say nothing about libgomp.
        if started.code and "shared librar" in started.output:
            text = "OpenMP (libgomp) is missing at run time: a program linked with -fopenmp does not start"
            raise Problem(text, install_command("openmp"), _last_lines(started.output))


def _last_lines(output: str, count: int = 4) -> str:
    return "\n".join(f"  {line}" for line in output.strip().splitlines()[-count:])
