"""The folders of `tt new-op` stand above one another; what is in none of them puts an op together and stands on top."""

import ast
from pathlib import Path

import pytest

LAYERS = ("tree", "language", "calculus", "asked", "kinds")
NEW_OP = "packages/devtools/src/tt_devtools/new_op"
# What the kinds share and is of no kind: texts of headers, entries and long lines.
SHARED = {"docs", "entry", "example", "formula_file", "layout", "own_files"}


def imported(path: Path) -> set[str]:
    """The parts of new_op that a file imports, inside of functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tt_devtools.new_op"):
            parts = (node.module or "").split(".")[2:]
            found |= {parts[0]} if parts else {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_a_folder_imports_only_those_below(checkout: Path, layer: str) -> None:
    below = {*LAYERS[: LAYERS.index(layer) + 1], *(SHARED if layer == "kinds" else ())}
    files = sorted((checkout / NEW_OP / layer).rglob("*.py"))
    assert len(files) > 5
    wrong = {f"{path.name} imports {name}" for path in files for name in imported(path) - below}
    assert not wrong


def test_the_order_is_the_one_that_new_op_names(checkout: Path) -> None:
    text = (checkout / NEW_OP / "__init__.py").read_text(encoding="utf-8")
    places = [text.index(f"{layer} (") for layer in LAYERS]
    assert places == sorted(places)
