"""The derivative of an op as a block in formulas/*.py, with the imports that it needs there."""

from collections import defaultdict
from typing import Final

from tt_devtools.new_op.asked.request import Request, refused
from tt_devtools.new_op.kinds.kind import Kind, Needs
from tt_devtools.new_op.language.expression import ExpressionError
from tt_devtools.new_op.tree import change
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Formatter
from tt_devtools.new_op.tree.insert import Insertion, PythonFile
from tt_devtools.new_op.tree.places import FORMULAS
from tt_devtools.new_op.tree.workspace import Workspace, needed

REGISTRATION: Final = "tt_autograd.registration"


def derived(request: Request, kind: Kind, needs: Needs) -> tuple[str, str]:
    """The derivative, and the function that registers it; a Failure where there is no derivative."""
    try:
        text = kind.derivative(request, needs)
    except ExpressionError as error:
        raise refused("--expr", error) from None
    return text, "non_differentiable" if "non_differentiable(" in text else "derivative"


def formula(request: Request, kind: Kind, workspace: Workspace, formatter: Formatter) -> Change:
    """The file with the block; a Failure where there is no derivative."""
    file = f"{FORMULAS}/{kind.name}.py"
    before = needed(workspace, file)
    module = PythonFile(before)
    named: defaultdict[str, set[str]] = defaultdict(set)
    whole: set[str] = set()

    def needs(module_name: str, name: str) -> str:
        if name in module.bound:
            return name
        if module_name in module.imports:  # by a line that is not this op's to change
            whole.add(module_name)
            return f"{module_name}.{name}"
        named[module_name].add(name)
        return name

    text, function = derived(request, kind, needs)
    spelled = needs(REGISTRATION, function)
    text = text if spelled == function else text.replace(f"{function}(", f"{spelled}(")
    block = module.block(request.name, formatter.formatted(text, file))
    if text.startswith("def ") and block.text.startswith("\n"):
        block = Insertion(block.line, f"\n{block.text}")  # two empty lines before a function
    lines = {each: f"import {each}" for each in whole}
    lines |= {each: f"from {each} import {', '.join(sorted(names))}" for each, names in named.items()}
    in_order = sorted(lines.items(), key=lambda each: (each[1].startswith("from"), each[0]))
    imports = [module.import_line(line, each) for each, line in in_order]
    return change.inserted(file, before, *imports, block)
