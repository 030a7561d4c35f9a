"""An op's places in Python files: formulas, composites, samples, tests. Parsed, never imported.

Knows no op: a place is a call whose first argument is the op's qualified name, or a test named for the op.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tt_devtools.where.place import Place

# Where calls with an op's name as first argument lie, and what they are.
_CALLS = {
    "packages/autograd/src/tt_autograd/formulas": "derivative",
    "packages/kernels/src/tt_kernels/composite": "composite",
    "tests/ops/samples": "samples",
}
_TABLE_TESTS = "tests/ops"
EVERY_OP = "runs over every op"


def python_places(root: Path, qualified: str) -> list[Place]:
    """Formulas, composites and samples that name the overload."""
    places = []
    for folder, role in _CALLS.items():
        for path in sorted((root / folder).glob("**/*.py")):
            text = path.read_text(encoding="utf-8")
            if f'"{qualified}"' in text:
                file = path.relative_to(root).as_posix()
                places += [Place(role, file, line, said) for line, said in _calls(text, qualified)]
    return places


def _calls(text: str, qualified: str) -> Iterator[tuple[int, str]]:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return  # a file under edit; the other places are still worth having
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        first = node.args[0] if node.args else None
        if isinstance(first, ast.Constant) and first.value == qualified:
            yield node.lineno, _described(node)


def _described(call: ast.Call) -> str:
    name = ast.unparse(call.func)
    keywords = ", ".join(keyword.arg for keyword in call.keywords if keyword.arg)
    return f"{name}({keywords})" if keywords else name


def test_places(root: Path, op: str) -> list[Place]:
    """Tests named for the op, then the files that run over the whole table."""
    places = []
    for path in sorted((root / "tests").glob("**/test_*.py")):
        file = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            name = line.removeprefix("def ").partition("(")[0] if line.startswith("def test_") else ""
            if name == f"test_{op}" or name.startswith(f"test_{op}_"):
                places.append(Place("tests", file, number, name))
    for path in sorted((root / _TABLE_TESTS).glob("test_*.py")):
        places.append(Place("tests", path.relative_to(root).as_posix(), 1, EVERY_OP))
    return places
