"""Where an expression is looked at: zeros, ones, numbers so small or large that a step leaves the dtype, infinities."""

import itertools
from collections.abc import Sequence
from typing import Final

from tt_devtools.new_op.calculus.arrays import np
from tt_devtools.new_op.language.expression import Node, Number, walk

Point = tuple[float, ...]

_ALONE: Final = {
    "float32": (0, 1e-42, 1e-38, 1e-30, 1e-20, 1e-10, 1e-4, 0.01, 0.25, 0.5, 1, 1.5, 2, 4, 10, 20, 50, 100, 1e3,
                1e6, 1e10, 1e20, 1e30, 1e38),
    "float64": (0, 1e-312, 1e-300, 1e-160, 1e-40, 1e-8, 0.5, 1, 2, 30, 300, 700, 1e3, 1e10, 1e40, 1e160, 1e300),
}  # fmt: skip
_OF_TWO: Final = {
    "float32": (0, 1e-30, 0.5, 1, 2, 20, 100, 1e10, 1e30),
    "float64": (0, 1e-160, 1, 30, 700, 1e160),
}
_OF_MORE: Final = {"float32": (0, 0.5, 1, 100, 1e15), "float64": (0, 1, 700, 1e120)}
_LARGE: Final = 1e10
_MOST_LITERALS: Final = 4


def points(node: Node, tensors: int, dtype: str) -> Sequence[Point]:
    """Values of the tensor arguments, each a number of the dtype; and those that the expression itself names."""
    sizes = {1: _ALONE, 2: _OF_TWO}.get(tensors, _OF_MORE)[dtype]
    literals = [each.value for each in walk(node) if isinstance(each, Number)] if tensors < 3 else []
    largest = float(np.finfo(dtype).max)
    named = [float(abs(value)) for value in dict.fromkeys(literals) if abs(value) < largest][:_MOST_LITERALS]
    rounded = dict.fromkeys(float(np.dtype(dtype).type(each)) for each in (*sizes, *named))
    signed = [sign * size for size in rounded for sign in ((1.0, -1.0) if size else (1.0,))]
    infinite = [_with(at, value, tensors) for at in range(tensors) for value in (np.inf, -np.inf)]
    finite = [each for each in itertools.product(signed, repeat=tensors) if not _mixes(each)]
    return [*finite, *infinite]


def _mixes(point: Point) -> bool:
    """A 0 beside what overflows in its square: of that product nobody expects a number."""
    return 0 in point and max(map(abs, point)) > _LARGE


def _with(at: int, value: float, tensors: int) -> Point:
    """One value among ones."""
    return tuple(value if place == at else 1.0 for place in range(tensors))


def strangeness(point: Point) -> float:
    """How far from the numbers of every day; of two places the less strange one is shown."""
    with np.errstate(divide="ignore"):
        sizes = np.abs(np.log10(np.abs(np.asarray(point))))
    return float(np.sum(np.where(np.asarray(point) == 0, 1, np.minimum(sizes, 1e4)))) + sum(
        0.1 for each in point if each < 0
    )
