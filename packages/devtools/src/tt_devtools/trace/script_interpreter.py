"""Which interpreter a script is traced in: tt's own, or the one that has PyTorch."""

import sys
from importlib.util import find_spec
from pathlib import Path

from tt_devtools import checkout, interpreters
from tt_devtools.trace.script_imports import imported_by

_MODULE = "tt_devtools.trace.script_child"
_SOURCES = Path(__file__).parents[2]
# The current folder is no place for modules, as `python SCRIPT` has it. Our sources come last: an installation with
# packages of the same names keeps its own.
_START = (
    "import sys; sys.path[:1] == [''] and sys.path.pop(0); import runpy; "
    f"sys.path.append({str(_SOURCES)!r}); runpy.run_module({_MODULE!r}, run_name='__main__')"
)


def child_of(script: Path, torch_python: Path | None) -> list[str]:
    """The command that runs the child. A script that uses PyTorch and not tt runs where PyTorch is, if it is known."""
    needs, python = imported_by(script), None
    if "torch" in needs and "tt" not in needs and not find_spec("torch"):
        python = interpreters.torch_python(checkout.find(), torch_python)
    return [str(python or sys.executable), "-c", _START]
