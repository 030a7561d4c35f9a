"""Which files an op touches, and how: every change of a `tt new-op` in memory. Writes nothing."""

from collections.abc import Sequence

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op import own_files
from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.entry import changelog, entry
from tt_devtools.new_op.formula_file import formula
from tt_devtools.new_op.kinds import named
from tt_devtools.new_op.kinds.kind import Kind
from tt_devtools.new_op.tree import change, op_table
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Formatter
from tt_devtools.new_op.tree.insert import PythonFile
from tt_devtools.new_op.tree.places import CHANGELOG, DOCS, OPS, SAMPLES, STUB
from tt_devtools.new_op.tree.workspace import Workspace, needed
from tt_opspec.entry import OpEntry, TableError


def changes(request: Request, workspace: Workspace, formatter: Formatter) -> tuple[Change, ...]:
    """Every file, in the order in which they are written: what nothing else names comes first."""
    kind = named(request.kind)
    # Modules of their own: what samples import is nobody else's business.
    samples = own_files.own_file(SAMPLES, request.name, workspace)
    if kind.has_own_files:
        in_table = own_files.entry_file(request, kind, workspace, formatter)
        formulas = own_files.formula_file(request, kind, workspace, formatter)
    else:
        in_table = _entry(request, kind, workspace, formatter)
        formulas = [formula(request, kind, workspace, formatter)]
    table = _with(in_table, workspace)
    made = (
        *kind.sources(request, formatter),
        change.new(samples, formatter.formatted(kind.samples(request), samples)),
        change.new(f"{CHANGELOG}/{request.name}.md", changelog(request, kind)),
        *formulas,
        in_table,
        *_generated(workspace, op_table.committed(table)),
    )
    for each in made:
        if each.kind == "new" and workspace.read(each.file) is not None:
            raise Failure(f"the name '{request.name}' is taken: {each.file} is there")
    return made


def _with(in_table: Change, workspace: Workspace) -> tuple[OpEntry, ...]:
    """The table with the new entry. What it refuses in that is the request's fault, and stands in no file yet."""
    try:
        return op_table.entries(workspace, {in_table.file: in_table.after})
    except Failure as failure:
        refused = failure.__cause__
        if isinstance(refused, TableError) and refused.place:
            raise Failure(refused.message, code=MISUSED) from None
        raise


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
