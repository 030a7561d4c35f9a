"""Reads dependencies out of sources: C++ includes by pattern, Python imports from the syntax tree.

The order is design, not habit: see ALLOWED below. Nothing is imported or compiled.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Which layers a layer may include or import, itself always among them. Core's C++ layers are separate ones.
ALLOWED_INCLUDES = {
    "core/base": set(),
    "core/tensor": {"core/base"},
    "core/dispatch": {"core/base", "core/tensor"},
    "core/iterate": {"core/base", "core/tensor"},
    "core/bind": {"core/base", "core/tensor", "core/dispatch", "core/iterate"},
    "core/module": {"core/base", "core/tensor", "core/dispatch", "core/iterate", "core/bind"},
    "kernels": {"core/base", "core/tensor", "core/dispatch", "core/iterate"},
    "autograd": {"core/base", "core/tensor", "core/dispatch", "core/iterate", "core/bind"},
}
ALLOWED_IMPORTS = {
    "tt_opspec": set(),
    "tt_core": {"tt_opspec"},
    "tt_kernels": {"tt_core", "tt_opspec"},
    "tt_autograd": {"tt_core", "tt_opspec"},
    "tt": {"tt_kernels", "tt_autograd", "tt_core", "tt_opspec"},
    "tt_devtools": {"tt_opspec"},
}
# devtools may import these inside functions only: it works where they are absent, and starts fast.
LAZY_IN_DEVTOOLS = {"tt", "tt_core", "tt_kernels", "tt_autograd", "numpy", "sympy", "torch"}
# numpy, scipy and torch take longer to import than tt itself, so no package imports them at its top.
LAZY_EVERYWHERE = {"numpy", "scipy", "torch", "cupy", "sympy"}

# Kernels know no Python objects. Outside that rule are the file that makes them an extension module, CUDA's part of
# it, and what asks Python for CUDA's compiler and memory.
MAY_INCLUDE_PYTHON_H = ("core/bind", "core/module", "autograd")
_KERNELS = "packages/kernels/cpp/tt/kernels"
KERNELS_WITH_PYTHON = (
    f"{_KERNELS}/module.cpp",
    f"{_KERNELS}/cuda/python.h",
    f"{_KERNELS}/cuda/python.cpp",
    f"{_KERNELS}/cuda/python_streams.cpp",
    f"{_KERNELS}/cuda/provider.cpp",
)
PYTHON_HEADERS = re.compile(r"Python\.h|nanobind/.*")

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
_CPP_SUFFIXES = {".h", ".cpp", ".cu", ".cuh"}


@dataclass(frozen=True)
class Violation:
    """One dependency that points the wrong way; prints as file:line: text."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def check(root: Path) -> list[Violation]:
    """Every violation in the packages of a checkout, in file order."""
    found: list[Violation] = []
    for path in sorted((root / "packages").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix in _CPP_SUFFIXES and "/cpp/tt/" in name:
            found += check_includes(name, path.read_text(encoding="utf-8"))
        elif path.suffix == ".py" and "/src/" in name:
            found += check_imports(name, path.read_text(encoding="utf-8"))
    return found


def check_includes(file: str, source: str) -> Iterator[Violation]:
    """Violations among the includes of one C++ file; `file` is relative to the checkout."""
    layer = _layer(file.split("/cpp/tt/", 1)[1])
    if layer is None:
        yield Violation(
            file, 1, "belongs to no layer; core's are base, tensor, dispatch, iterate, bind, module"
        )
        return
    for match in _INCLUDE.finditer(source):
        header, line = match[1], source.count("\n", 0, match.start()) + 1
        if PYTHON_HEADERS.fullmatch(header):
            if layer not in MAY_INCLUDE_PYTHON_H and file not in KERNELS_WITH_PYTHON:
                yield Violation(file, line, f"{layer} must not include {header}")
        elif header.startswith("tt/"):
            target = _layer(header.removeprefix("tt/"))
            if target is None:
                yield Violation(file, line, f"{header} is in no layer")
            elif file in KERNELS_WITH_PYTHON and target == "core/bind":
                continue
            elif target != layer and target not in ALLOWED_INCLUDES[layer]:
                yield Violation(file, line, f"{layer} must not include {target} ({header})")


def check_imports(file: str, source: str) -> Iterator[Violation]:
    """Violations among the imports of one Python file; `file` is relative to the checkout."""
    package = file.split("/src/", 1)[1].split("/")[0]
    for module, line, lazy in _imports(ast.parse(source, file)):
        if module == package:
            continue
        if module in ALLOWED_IMPORTS:
            in_devtools_function = package == "tt_devtools" and lazy and module in LAZY_IN_DEVTOOLS
            if module not in ALLOWED_IMPORTS[package] and not in_devtools_function:
                where = " outside a function" if package == "tt_devtools" else ""
                yield Violation(file, line, f"{package} must not import {module}{where}")
        elif module in LAZY_EVERYWHERE and not lazy:
            yield Violation(file, line, f"{package} must not import {module} outside a function")


def _layer(path: str) -> str | None:
    # "core/iterate/promote.h" is in layer core/iterate, "kernels/plan/plan.h" in kernels.
    parts = path.split("/")
    layer = "/".join(parts[:2]) if parts[0] == "core" else parts[0]
    return layer if layer in ALLOWED_INCLUDES else None


def _imports(tree: ast.Module) -> Iterator[tuple[str, int, bool]]:
    """(top-level module, line, lazy?) of each absolute import; one under TYPE_CHECKING counts as lazy."""
    pending: list[tuple[ast.AST, bool]] = [(tree, False)]
    while pending:
        node, lazy = pending.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0], node.lineno, lazy
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0], node.lineno, lazy
        inside = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            pending += [(child, True) for child in node.body]
            pending += [(child, lazy) for child in node.orelse]
        else:
            pending += [(child, inside) for child in ast.iter_child_nodes(node)]
