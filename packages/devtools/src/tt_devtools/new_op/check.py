"""Is what will be written sound? Python by its grammar, the C++ by the compiler, before a file changes."""

import ast
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.kinds import named
from tt_devtools.new_op.tree import op_table
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.places import OPS
from tt_devtools.new_op.tree.workspace import Workspace

_SHOWN: Final = 12  # lines of the compiler's complaint
_CPP: Final = "packages/kernels/cpp"
_INCLUDES: Final = (_CPP, "packages/core/cpp")


def python(changes: Sequence[Change]) -> None:
    """A Failure for Python that does not parse."""
    for change in changes:
        if change.file.endswith((".py", ".pyi")):
            try:
                ast.parse(change.after)
            except SyntaxError as error:
                raise Failure(
                    f"{change.file}:{error.lineno}: what was made does not parse: {error.msg}"
                ) from None


def compiler() -> str | None:
    """The C++ compiler that a build would take, None where there is none."""
    named = os.environ.get("CXX", "").split()[:1]
    return next((found for each in (*named, "g++", "c++") if (found := shutil.which(each))), None)


def units(root: Path, request: Request, changes: Sequence[Change], workspace: Workspace) -> bool:
    """Compiles the new units without making code of them; False where there is no compiler to ask."""
    program = compiler()
    if program is None:
        return False
    entries = {each.file: each.after for each in changes if each.file.startswith(OPS)}
    table = op_table.entries(workspace, entries)
    with tempfile.TemporaryDirectory(prefix="tt-new-op-") as folder:
        for change in changes:
            if change.file.startswith(_CPP):
                place = Path(folder, change.file.removeprefix(f"{_CPP}/"))
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(change.after)
        for name, text in named(request.kind).units(request, changes, table).items():
            unit = Path(folder, name)
            unit.write_text(text)
            _compiles(program, unit, root, request)
    return True


def _compiles(program: str, unit: Path, root: Path, request: Request) -> None:
    includes = (unit.parent, *(root / each for each in _INCLUDES))
    flags = ["-std=c++20", "-fopenmp", "-Wall", "-Wextra", "-Werror"]
    macros = ["-DTT_ISA=baseline", '-DTT_ISA_NAME="baseline"']
    command = [program, *flags, *macros, *(f"-I{each}" for each in includes), str(unit)]

    def run(*how: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *how], capture_output=True, text=True, errors="replace")

    done = run("-fsyntax-only")
    if done.returncode:
        defined = set(re.findall(r"^#define (\w+)", run("-E", "-dM").stdout, re.MULTILINE))
        for name in (request.name, *(arg.name for arg in request.schema.args)):
            if name in defined:
                raise Failure(
                    f"'{name}' is a macro of C++ headers", hint=f"'{name}_value', say", code=MISUSED
                )
        files = sorted(_files_with_type(request.camel, run("-E").stdout))
        if others := [each for each in files if not each.startswith(f"{unit.parent}/")]:
            place = others[0].removeprefix(f"{root}/")
            raise Failure(f"the name '{request.name}' is taken: C++'s {request.camel}, {place}")
        complaint = done.stderr.replace(f"{unit.parent}/", "").splitlines()
        shown = "\n".join(line for line in complaint if line)[:4000].splitlines()[:_SHOWN]
        raise Failure("the new C++ does not compile:\n" + "\n".join(shown))


def _files_with_type(name: str, preprocessed: str) -> set[str]:
    """The files that define or declare a type of this name."""
    pattern = rf'^# \d+ "([^"]+)"|\b(?:class|struct|concept|using|enum)\s+{name}\b'
    files, file = set(), ""
    for found in re.finditer(pattern, preprocessed, re.MULTILINE):
        if found[1]:
            file = found[1]
        else:
            files.add(file)
    return files
