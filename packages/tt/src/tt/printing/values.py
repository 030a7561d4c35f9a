"""From a tensor's elements to text in brackets: which elements are read, and how they are broken into lines.

Reads a large tensor only at its edges, through indexing. Must not know devices, autograd or suffixes.
"""

from collections.abc import Sequence
from math import floor
from types import EllipsisType
from typing import Any, Protocol

from tt._printoptions import PrintOptions
from tt.printing.numbers import NumberFormat, format_for


class ReadableTensor(Protocol):
    """What printing needs of a tensor to read its values."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> object: ...
    def numel(self) -> int: ...
    def tolist(self) -> Any: ...
    def __getitem__(self, index: int | slice, /) -> "ReadableTensor": ...


def values_str(t: ReadableTensor, indent: int, options: PrintOptions) -> str:
    """Writes all elements, or only the edges above the threshold; continued lines start at `indent`."""
    if t.numel() == 0:
        return "[]"
    tree = edges(t, options.edgeitems) if t.numel() > options.threshold else t.tolist()
    ndim = len(t.shape)
    number = format_for(_kind(t.dtype), _leaves(tree, ndim), options)
    return _bracketed(tree, ndim, indent, number, options.linewidth)


def edges(t: ReadableTensor, edgeitems: int) -> Any:
    """Returns nested lists of the outer `edgeitems` of each long dimension, `...` where items are missing."""
    if all(size <= 2 * edgeitems for size in t.shape):
        return t.tolist()
    size = t.shape[0]
    if size <= 2 * edgeitems:
        return [edges(t[index], edgeitems) for index in range(size)]
    if edgeitems == 0:
        return [...]
    if len(t.shape) == 1:
        return [*t[:edgeitems].tolist(), ..., *t[size - edgeitems :].tolist()]
    first = [edges(t[index], edgeitems) for index in range(edgeitems)]
    last = [edges(t[index], edgeitems) for index in range(size - edgeitems, size)]
    return [*first, ..., *last]


def _kind(dtype: object) -> str:
    name = str(dtype).rpartition(".")[2]
    if name.startswith("complex"):
        return "complex"
    return "float" if name.startswith(("float", "bfloat")) else "exact"


def _leaves(tree: Any, ndim: int) -> list[Any]:
    if ndim == 0:
        return [tree]
    for _ in range(ndim - 1):
        tree = [item for branch in tree if branch is not ... for item in branch]
    return [leaf for leaf in tree if leaf is not ...]


def _bracketed(tree: Any, ndim: int, indent: int, number: NumberFormat, linewidth: int) -> str:
    if ndim == 0:
        return number.write(tree)
    if ndim == 1:
        return _row(tree, indent, number, linewidth)
    parts = [
        "..." if part is ... else _bracketed(part, ndim - 1, indent + 1, number, linewidth) for part in tree
    ]
    # Matrices are set apart by one empty line, stacks of matrices by two, and so on.
    return "[" + ("," + "\n" * (ndim - 1) + " " * (indent + 1)).join(parts) + "]"


def _row(row: Sequence[Any | EllipsisType], indent: int, number: NumberFormat, linewidth: int) -> str:
    if len(row) == 1 and row[0] is ...:
        return "[...]"
    cells = [" ..." if item is ... else number.write(item) for item in row]
    per_line = max(1, floor((linewidth - indent) / (number.width + len(", "))))
    lines = [", ".join(cells[start : start + per_line]) for start in range(0, len(cells), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
