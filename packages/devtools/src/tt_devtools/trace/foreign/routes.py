"""Which interpreter has the foreign library, what its op's schema is, and the route of one call there.

Runs in tt's own process; never imports a foreign library.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from tt_devtools import checkout, interpreters
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.op_names import near_op
from tt_devtools.trace.foreign.ask import ask_schema
from tt_devtools.trace.foreign.yaml_entries import Entry, Tables
from tt_devtools.trace.request import Request
from tt_devtools.trace.target import Target
from tt_opspec.schema import Schema, SchemaError, parse


def interpreter(library: str, asked: Path | None) -> Path | None:
    """The Python to follow `library` in; None where there is none."""
    if library == "numpy" and asked is None and find_spec("numpy"):
        return Path(sys.executable)
    return interpreters.torch_python(checkout.find(), asked)


def absent(library: str) -> Failure:
    """What to say where there is none."""
    hint = ".venv/bin/pip install numpy" if library == "numpy" else interpreters.how_to_get_torch()
    return Failure(f"no interpreter here has {library}", hint=hint)


def foreign_schema(wanted: Target, python: Path, request: Request) -> Schema:
    """The schema of an op that tt does not have: from the wheel's tables, else as PyTorch knows it once the
    request's modules are imported; for NumPy as many operands as shapes are given."""
    if wanted.library == "numpy":
        count = max(1, len(request.shape.split(",")) if request.shape else 1)
        operands = ", ".join(f"Tensor x{at + 1}" for at in range(count))
        return parse(f"{wanted.op}({operands}) -> Tensor")
    if wanted.place.startswith("ops."):
        text = ask_schema(python, wanted.foreign_name, request)
        return _parsed(text)
    tables = Tables(_packages_of(python))
    prefix = f"{wanted.place}_" if wanted.place in ("special", "linalg", "fft") else ""
    entries = tables.overloads(prefix + wanted.op)
    if not entries:
        near = near_op(wanted.qualified, tables.names())
        raise Failure(f"neither tt nor torch has an op '{wanted.qualified}'", hint=near, code=MISUSED)
    return _parsed(_chosen(entries, wanted.overload).schema)


def _chosen(entries: Sequence[Entry], overload: str) -> Entry:
    for entry in entries:
        name = entry.schema.partition("(")[0]
        if overload in ("", name.partition(".")[2]):
            return entry
    names = ", ".join(entry.schema.partition("(")[0] for entry in entries)
    raise Failure(f"torch has no overload '{overload}' of it", hint=f"it has {names}", code=MISUSED)


def _parsed(text: str) -> Schema:
    """PyTorch's schemas with symbolic sizes read as plain ones."""
    try:
        return parse(text.replace("SymInt", "int").replace("SymBool", "bool"))
    except SchemaError as error:
        raise Failure(
            f"torch's schema '{text}' is not one that this can make arguments for: {error}"
        ) from None


def _packages_of(python: Path) -> Path:
    folder = interpreters.torch_folder(python)
    if folder is None:
        raise Failure(f"{python} has no torch")
    return folder.parent
