"""What a line that names an op is for: the role is told by the file's place in the tree, else by the line itself.

Written for PyTorch's tree and for this one; other array libraries use the same words in their paths.
"""

import re
from typing import Final

ROLES: Final = ("schema", "kernel", "binding", "derivative", "docs", "test", "table", "use")
"""In the order shown; `use` is a line of none of the others."""


def _path(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_FIRST: Final = (
    ("table", _path(r"(^|/)(opinfo|_refs|_decomp|_prims)/|(^|/)common_methods_invocations\.|_meta_registrations\.")),
    ("test", _path(r"(^|/)(tests?|testing|samples)/|(^|/)test_[^/]*$|_tests?\.\w+$")),
    ("derivative", _path(r"derivative|(^|/)(autograd|formulas)/|(^|/)[^/]*_?(vjps?|jvps?|grad)\.\w+$")),
    ("derivative", _path(r"(^|/)FunctionsManual\.")),
    ("docs", _path(r"\.(md|rst|txt|ipynb|html|tex)$|(^|/)(docs?|changelog[^/]*)/|_docs\.py$")),
)  # fmt: skip
_LAST: Final = (
    ("schema", _path(r"(^|/)native_functions\.yaml$")),
    ("table", _path(r"(^|/)(ops|_ops|code_generators|tables?)/[^/]*\.(py|ya?ml|json|toml|csv)$|(^|/)overrides\.py$")),
    ("binding", _path(r"\.pyi$|(^|/)(csrc|bind|bindings?|python|pybind)/|python_|pybind|bindings?\.\w+$")),
    ("kernel", _path(r"\.(c|cc|cpp|cxx|cu|cuh|h|hpp|hh|inl|m|mm|metal|cl|glsl)$")),
)  # fmt: skip
_TYPES: Final = re.compile(rb"\b(?:Tensor|Scalar|int|float|bool|str)\b")
_ELEMENT: Final = re.compile(rb"\s*[\[({]*[\"']?[\w.:]*\w[\"']?(?:\s*: .*)?,\s*(?:#.*|//.*)?$")
_DEFINES: Final = re.compile(rb"\s*(?:async )?def\s")
_DATA: Final = (".py", ".yaml", ".yml", ".json", ".toml", ".csv")


def role_of(path: str, line: bytes) -> str:
    """`path` is relative to the top of the tree, with slashes."""
    for role, pattern in _FIRST:
        if pattern.search(path):
            return role
    is_data = path.endswith(_DATA)
    if not _DEFINES.match(line) and _has_schema(line):
        return "schema"
    for role, pattern in _LAST:
        if pattern.search(path):
            return role
    if is_data and _ELEMENT.match(line):
        return "table"
    return "binding" if _DEFINES.match(line) else "use"


def _has_schema(line: bytes) -> bool:
    """`name(Tensor self) -> ...` somewhere in it. By hand: a pattern takes quadratic time on a hostile line."""
    opened = line.find(b"(")
    closed = line.find(b") ->", opened)
    return (
        0 < opened < closed
        and line[opened - 1 : opened].isalnum()
        and _TYPES.search(line, opened, closed) is not None
    )
