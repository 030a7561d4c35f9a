"""The quickest linker that is here and works: mold, then lld, then the system's own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

# CMake's names for CMAKE_LINKER_TYPE, what a compiler calls them, and their programs.
LINKERS = (("MOLD", "mold", "mold"), ("LLD", "lld", "ld.lld"))
_SOURCE = "int answer() { return 42; }\n"


def present(environment: Mapping[str, str]) -> list[str]:
    """The programs that are here; none where the user's LDFLAGS choose a linker."""
    if "-fuse-ld=" in environment.get("LDFLAGS", ""):
        return []
    path = environment.get("PATH", os.defpath)
    return [found for _, _, program in LINKERS if (found := shutil.which(program, path=path))]


def choose(environment: Mapping[str, str]) -> str:
    """CMake's name of the first that the compiler can use, "" for the default."""
    here = {os.path.basename(program) for program in present(environment)}
    return next(
        (kind for kind, name, program in LINKERS if program in here and _links(environment, name)), ""
    )


def _links(environment: Mapping[str, str], name: str) -> bool:
    compiler = environment.get("CXX") or "c++"
    with tempfile.TemporaryDirectory(prefix="tt-link-") as folder:
        source = Path(folder, "a.cpp")
        source.write_text(_SOURCE)
        command = [
            *compiler.split(),
            "-shared",
            "-fPIC",
            f"-fuse-ld={name}",
            str(source),
            "-o",
            f"{folder}/a.so",
        ]
        try:
            done = subprocess.run(command, env=dict(environment), capture_output=True)
        except OSError:
            return False
        return done.returncode == 0
