"""Which files an op touches, and how: every change of a `tt new-op` in memory. Writes nothing."""

from collections.abc import Sequence

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op import change, op_table, render, render_reduction
from tt_devtools.new_op.change import Change
from tt_devtools.new_op.derive import GRAD, RESULT, Derivatives
from tt_devtools.new_op.expression import ExpressionError, Node
from tt_devtools.new_op.formatter import Formatter
from tt_devtools.new_op.insert import Insertion, PythonFile
from tt_devtools.new_op.places import CHANGELOG, DOCS, FORMULAS, FUNCTORS, OPS, SAMPLES, STUB
from tt_devtools.new_op.python_text import TENSOR_OF, uses_ops
from tt_devtools.new_op.request import Request, refused
from tt_devtools.new_op.workspace import Workspace

REGISTRATION = "tt_autograd.registration"
UNWRITTEN = "tt_autograd.unwritten"


def changes(request: Request, workspace: Workspace, formatter: Formatter) -> tuple[Change, ...]:
    """Every file, in the order in which they are written: what nothing else names comes first."""
    name = request.name
    reduces = request.kind == "reduction"
    claimed = request.numpy if request.value is not None else ""
    if claimed and (differs := render.numbers_of(request).differs_from(claimed)):
        raise Failure(f"--numpy: {differs}", code=MISUSED)
    header = f"{FUNCTORS}/{name}.h"
    functor = render_reduction.functor(request) if reduces else render.functor(request)
    samples_file = _samples_file(name, workspace)
    samples = render_reduction.samples(request) if reduces else render.samples(request)
    entry = _entry(request, workspace, formatter)
    table = op_table.entries(workspace, {entry.file: entry.after})
    return (
        change.new(header, formatter.formatted(functor, header)),
        change.new(samples_file, formatter.formatted(samples, samples_file)),
        change.new(f"{CHANGELOG}/{name}.md", render.changelog(request)),
        _formula(request, workspace, formatter),
        entry,
        *_generated(workspace, op_table.committed(table)),
    )


def _samples_file(name: str, workspace: Workspace) -> str:
    """A module of its own: what it imports is nobody else's business."""
    file = f"{SAMPLES}/{name}.py"
    return file if workspace.read(file) is None else f"{SAMPLES}/{name}_op.py"


def _entry(request: Request, workspace: Workspace, formatter: Formatter) -> Change:
    file = f"{OPS}/{request.kind}.py"
    before = _needed(workspace, file)
    module = PythonFile(before)
    if request.kind not in module.bound:
        raise Failure(f"{file} does not import '{request.kind}' from tt_opspec.families")
    block = formatter.formatted(render.entry(request, module.bound), file)
    return change.inserted(file, before, module.block(request.name, block))


def _formula(request: Request, workspace: Workspace, formatter: Formatter) -> Change:
    file = f"{FORMULAS}/{request.kind}.py"
    before = _needed(workspace, file)
    module = PythonFile(before)
    imports: list[Insertion] = []

    def needs(module_name: str, name: str) -> str:
        """How `name` is spelled, after an import of it where there is none."""
        if name in module.bound:
            return name
        if module_name in module.imports:
            imports.append(module.import_line(f"import {module_name}", module_name))
            return f"{module_name}.{name}"
        imports.append(module.import_line(f"from {module_name} import {name}", module_name))
        return name

    try:
        text = _formula_text(request, needs)
    except ExpressionError as error:
        raise refused("--expr", error) from None
    block = module.block(request.name, formatter.formatted(text, file))
    if text.startswith("def ") and block.text.startswith("\n"):
        block = Insertion(block.line, f"\n{block.text}")  # two empty lines before a function
    return change.inserted(file, before, *imports, block)


def _formula_text(request: Request, needs: "object") -> str:
    assert callable(needs)
    if request.value is None and request.reduction is None:
        text = render.unwritten_derivative(request)
        if "unwritten(" in text:
            needs(UNWRITTEN, "unwritten")
        if f"{TENSOR_OF}(" in text:
            needs("tt_autograd.operand", TENSOR_OF)
        return _registered(text, needs)
    if request.reduction is not None:
        text = render_reduction.derivative(request, "ops")
        if "restored(" in text and "def restored(" not in _needed_reduction(request):
            raise Failure(f"{FORMULAS}/reduction.py has no restored(), which puts reduced dims back")
        if " ops." in text or "(ops." in text:
            text = text.replace("ops.", f"{needs('tt_core', 'ops')}.")
        needs("tt_core", "Tensor")
        return _registered(text, needs)
    formulas = _formulas(request)
    scope = request.scope(request.expr, GRAD, RESULT)
    ops = "ops"
    if any(node is not None and uses_ops(node, scope) for node in formulas.values()):
        ops = needs("tt_core", "ops")
    text = render.derivative(request, formulas, ops)
    if f"{TENSOR_OF}(" in text:
        needs("tt_autograd.operand", TENSOR_OF)
    return _registered(text, needs)


def _registered(text: str, needs: "object") -> str:
    assert callable(needs)
    function = "non_differentiable" if "non_differentiable(" in text else "derivative"
    spelled = needs(REGISTRATION, function)
    return text if spelled == function else text.replace(f"{function}(", f"{spelled}(")


def _needed_reduction(request: Request) -> str:
    return request.vocabulary.workspace.read(f"{FORMULAS}/reduction.py") or ""


def _formulas(request: Request) -> dict[str, Node | None]:
    missing = [name for name in request.tensors if name not in request.grads]
    derivatives = Derivatives(request.scope(request.expr)) if missing else None
    return {name: render.formula_of(request, derivatives, name) for name in request.tensors}


def _generated(workspace: Workspace, texts: dict[str, str]) -> Sequence[Change]:
    current = op_table.committed(op_table.entries(workspace))
    for file in (STUB, DOCS):
        if workspace.read(file) != current[file]:
            hint = ".venv/bin/python -m tt_opspec.generate --stubs"
            raise Failure(f"{file} is not what the op table gives", hint=hint)
    return [change.renewed(file, current[file], texts[file]) for file in (STUB, DOCS)]


def _needed(workspace: Workspace, file: str) -> str:
    text = workspace.read(file)
    if text is None:
        raise Failure(f"{file} is not there", hint=f"git checkout {file}")
    if "\r" in text or not text.endswith("\n"):
        raise Failure(f"{file} does not end its lines as the others do", hint=f"git checkout {file}")
    return text
