"""What a Python text can load: import statements, calls that import by name, and code in its strings.

Reads text, runs nothing. Names only; `imports` knows which files they are.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# Calls that load a module: the one that a constant names, else any.
_LOADERS = (
    "import_module", "__import__", "run_module", "run_path", "exec_module", "iter_modules", "walk_packages",
)  # fmt: skip
_RUNS = ("subprocess", "exec(", '"-c"')  # strings that stand beside them may be code
_STATEMENT = re.compile(
    r"(?:^|[;:\n])[ \t]*(?:import|from)[ \t]+(\w[\w.]*(?:[ \t]*,[ \t]*\w[\w.]*)*)(?:[ \t]+import[ \t]+([\w, ]+))?",
    re.MULTILINE,
)
_RUN = re.compile(r"""["']-m["'],\s*["']([A-Za-z_][\w.]*)["']""")
_SCRIPT = re.compile(r"(\w+)\.py\b")
_MODULE = re.compile(r"[A-Za-z_][\w.]*")
_COMMAND = re.compile(r"(?:^|\btt)\s*([a-z][a-z-]*)")


@dataclass(slots=True)
class Loads:
    """Modules by name, with a dot in front for each level; `unknown`: also some that only a run can tell.

    Of its strings, docstrings left out: `scripts` are names of Python files, `modules` strings that are like a module's
    name, and `commands` words that begin a string or follow `tt`.
    """

    names: set[str] = field(default_factory=set)
    unknown: bool = False
    scripts: set[str] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)
    commands: set[str] = field(default_factory=set)


def loads(text: str, *, is_test: bool) -> Loads:
    """What the text says; nothing for one that does not parse. A test may have its strings run by a helper."""
    found = Loads()
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return found
    documents = set(_docstrings(tree))
    runs_strings = is_test or any(sign in text for sign in _RUNS)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            joint = "" if base.endswith(".") else "."
            found.names.update([base, *(f"{base}{joint}{alias.name}" for alias in node.names)])
            found.unknown |= any(alias.name in _LOADERS and alias.asname for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) in _LOADERS:
            _take_loader(node, found)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documents:
            found.scripts.update(_SCRIPT.findall(node.value))
            if _MODULE.fullmatch(node.value):
                found.modules.add(node.value)
            found.commands.update(_COMMAND.findall(node.value))
            if runs_strings:
                found.names.update(_in_code(node.value))
    for name in _RUN.findall(text):
        found.names.update((name, f"{name}.__main__"))
    return found


def _in_code(string: str) -> Iterator[str]:
    for modules, members in _STATEMENT.findall(string):
        for module in re.findall(r"[\w.]+", modules):
            yield module
            yield from (f"{module}.{member}" for member in re.findall(r"\w+", members))


def _take_loader(call: ast.Call, found: Loads) -> None:
    name = call.args[0] if call.args else None
    if isinstance(name, ast.Constant) and isinstance(name.value, str):
        found.names.add(name.value)
    else:
        found.unknown = True


def _docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr):
                yield first.value


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
