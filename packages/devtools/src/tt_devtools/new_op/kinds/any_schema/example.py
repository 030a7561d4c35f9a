"""The example in an op's doc, which a test runs: a call on the meta device, and the shapes of what it gives."""

import re
from collections.abc import Iterable, Set
from typing import Final

from tt_devtools.new_op.kinds.any_schema.cases import Case
from tt_opspec.dtypes import DTYPES

_LONGEST: Final = 100
"""Of a line, which is indented in the entry."""


def example(name: str, cases: Iterable[Case], accepts: Set[str]) -> str:
    """Of the first case whose results' shapes are known and that a line holds; else one that calls nothing."""
    other = next(dtype for dtype in DTYPES if dtype in accepts)
    dtype = "" if "float32" in accepts else f"dtype=tt.{other}, "
    for case in cases:
        shown = _shapes(case.text.replace("call(", f"tt.{name}(", 1), case.shapes, dtype)
        if case.shapes and max(map(len, shown.splitlines())) <= _LONGEST:
            return shown
    return f">>> tt.{name}.__doc__.partition(\"(\")[0]\n'{name}'"


def _shapes(call: str, shapes: tuple[tuple[int, ...], ...], dtype: str) -> str:
    """`call` has its tensors written as in samples."""
    text = re.sub(r"\bt\(([\d, ]*)\)", lambda m: f'tt.ones({m[1] or "()"}, {dtype}device="meta")', call)
    text = re.sub(r'DTypeNamed\("(\w+)"\)', r"tt.\1", text)
    shown = [f"tt.Size({list(shape)})" for shape in shapes]
    if len(shown) == 1:
        return f">>> {text}.shape\n{shown[0]}"
    return f">>> [each.shape for each in {text}]\n[{', '.join(shown)}]"
