"""Is what will be written sound? Python by its grammar, the functor by the compiler, before a file changes."""

import ast
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tt_devtools.failure import Failure
from tt_devtools.new_op import op_table
from tt_devtools.new_op.change import Change
from tt_devtools.new_op.places import FUNCTORS, OPS
from tt_devtools.new_op.request import Request
from tt_devtools.new_op.workspace import Workspace

_SHOWN: Final = 12  # lines of the compiler's complaint
_INCLUDES: Final = ("packages/kernels/cpp", "packages/core/cpp")


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


def functor(root: Path, request: Request, changes: Sequence[Change], workspace: Workspace) -> bool:
    """Compiles the new unit without making code of it; False where there is no compiler to ask."""
    program = compiler()
    if program is None:
        return False
    from tt_opspec.glue.loops import loops

    table = op_table.entries(
        workspace, {each.file: each.after for each in changes if each.file.startswith(OPS)}
    )
    header = next(each for each in changes if each.file.startswith(FUNCTORS))
    with tempfile.TemporaryDirectory(prefix="tt-new-op-") as folder:
        place = Path(folder, header.file.removeprefix("packages/kernels/cpp/"))
        place.parent.mkdir(parents=True)
        place.write_text(header.after)
        unit = Path(folder, "unit.cpp")
        unit.write_text(loops(table, f"{request.name}.h", "baseline"))
        includes = [f"-I{folder}", *(f"-I{root / each}" for each in _INCLUDES)]
        flags = ["-std=c++20", "-fsyntax-only", "-fopenmp", "-Wall", "-Wextra", "-Werror"]
        macros = ["-DTT_ISA=baseline", '-DTT_ISA_NAME="baseline"']
        done = subprocess.run(
            [program, *flags, *macros, *includes, str(unit)], capture_output=True, text=True, errors="replace"
        )
    if done.returncode:
        complaint = done.stderr.replace(f"{folder}/", "").splitlines()
        shown = "\n".join(line for line in complaint if line)[:4000].splitlines()[:_SHOWN]
        raise Failure("the functor does not compile:\n" + "\n".join(shown))
    return True
