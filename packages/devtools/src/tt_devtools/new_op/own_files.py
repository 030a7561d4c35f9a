"""Entry and derivative of an op in files of its own: new modules, with the imports that they need."""

import re
from functools import cache

from tt_devtools.new_op.asked.dtype_words import WORDS
from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.entry import entry
from tt_devtools.new_op.formula_file import REGISTRATION, derived
from tt_devtools.new_op.kinds.kind import Kind
from tt_devtools.new_op.tree import change
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Formatter
from tt_devtools.new_op.tree.places import FORMULAS, OPS
from tt_devtools.new_op.tree.workspace import Workspace


def own_file(folder: str, name: str, workspace: Workspace) -> str:
    """The file of that name, of another where there is one that is no op's."""
    file = f"{folder}/{name}.py"
    return file if workspace.read(file) is None else f"{folder}/{name}_op.py"


def entry_file(request: Request, kind: Kind, workspace: Workspace, formatter: Formatter) -> Change:
    """The module in ops/."""
    file = own_file(OPS, request.name, workspace)
    block = entry(request, kind, [word.upper() for word in WORDS])
    facts = block.partition("doc=")[0]
    sets = sorted(word.upper() for word in WORDS if re.search(rf"\b{word.upper()}\b", facts))
    dtypes = f"from tt_opspec.dtypes import {', '.join(sets)}\n" if sets else ""
    text = (
        f'"""`{request.name}`: facts only."""\n\n'
        f"{dtypes}from tt_opspec.families import {kind.family(request)}\n\n{block}"
    )
    return change.new(file, formatter.formatted(text, file))


def formula_file(request: Request, kind: Kind, workspace: Workspace, formatter: Formatter) -> list[Change]:
    """The module in formulas/, none for an op whose parts bring the derivative."""
    file = own_file(FORMULAS, request.name, workspace)
    imports: set[tuple[str, str]] = set()

    @cache
    def needs(module: str, name: str) -> str:
        imports.add((module, name))
        return name

    block, function = derived(request, kind, needs)
    if not block:
        return []
    needs(REGISTRATION, function)
    modules = sorted({module for module, _ in imports}, key=lambda each: (each.startswith("tt"), each))
    lines = [
        f"from {module} import {', '.join(sorted(name for of, name in imports if of == module))}\n"
        for module in modules
    ]
    if not modules[0].startswith("tt"):
        lines.insert(1, "\n")  # between the standard library's, of which there is one at most, and our own
    gap = "\n\n" if block.startswith("def ") else "\n"
    text = f'"""The derivative of `{request.name}`."""\n\n{"".join(lines)}{gap}{block}'
    return [change.new(file, formatter.formatted(text, file))]
