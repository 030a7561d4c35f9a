"""Which files an op touches, and how: every change of a `tt new-op` in memory. Writes nothing."""

from collections.abc import Sequence

from tt_devtools.failure import Failure
from tt_devtools.new_op import change, op_table
from tt_devtools.new_op.change import Change
from tt_devtools.new_op.entry import changelog, entry
from tt_devtools.new_op.formatter import Formatter
from tt_devtools.new_op.formula_file import formula
from tt_devtools.new_op.insert import PythonFile
from tt_devtools.new_op.kinds import named
from tt_devtools.new_op.kinds.kind import Kind
from tt_devtools.new_op.places import CHANGELOG, DOCS, OPS, SAMPLES, STUB
from tt_devtools.new_op.request import Request
from tt_devtools.new_op.workspace import Workspace, needed


def changes(request: Request, workspace: Workspace, formatter: Formatter) -> tuple[Change, ...]:
    """Every file, in the order in which they are written: what nothing else names comes first."""
    kind = named(request.kind)
    samples = _samples_file(request.name, workspace)
    in_table = _entry(request, kind, workspace, formatter)
    table = op_table.entries(workspace, {in_table.file: in_table.after})
    return (
        *kind.sources(request, formatter),
        change.new(samples, formatter.formatted(kind.samples(request), samples)),
        change.new(f"{CHANGELOG}/{request.name}.md", changelog(request, kind)),
        formula(request, kind, workspace, formatter),
        in_table,
        *_generated(workspace, op_table.committed(table)),
    )


def _samples_file(name: str, workspace: Workspace) -> str:
    """A module of its own: what it imports is nobody else's business."""
    file = f"{SAMPLES}/{name}.py"
    return file if workspace.read(file) is None else f"{SAMPLES}/{name}_op.py"


def _entry(request: Request, kind: Kind, workspace: Workspace, formatter: Formatter) -> Change:
    file = f"{OPS}/{kind.name}.py"
    before = needed(workspace, file)
    module = PythonFile(before)
    if kind.name not in module.bound:
        raise Failure(f"{file} does not import '{kind.name}' from tt_opspec.families")
    block = formatter.formatted(entry(request, kind, module.bound), file)
    return change.inserted(file, before, module.block(request.name, block))


def _generated(workspace: Workspace, texts: dict[str, str]) -> Sequence[Change]:
    current = op_table.committed(op_table.entries(workspace))
    for file in (STUB, DOCS):
        if workspace.read(file) != current[file]:
            hint = ".venv/bin/python -m tt_opspec.generate --stubs"
            raise Failure(f"{file} is not what the op table gives", hint=hint)
    return [change.renewed(file, current[file], texts[file]) for file in (STUB, DOCS)]
