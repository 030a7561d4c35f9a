"""How a tensor of a trace lies in memory: the layouts of `--layout`, as strides over a flat storage.

The same numbers make the tensor in tt, in PyTorch and in NumPy, so that the routes are about one thing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.plural import plural
from tt_devtools.suggest import did_you_mean

Shape = tuple[int, ...]
CONTIGUOUS = "contiguous"


@dataclass(frozen=True, slots=True)
class Geometry:
    """Strides and offset in elements, and how many elements the storage holds."""

    strides: tuple[int, ...]
    offset: int
    storage: int


def _dense(shape: Shape) -> tuple[int, ...]:
    return tuple(prod(max(size, 1) for size in shape[dim + 1 :]) for dim in range(len(shape)))


def _contiguous(shape: Shape) -> Geometry:
    return Geometry(_dense(shape), 0, prod(shape))


def _transposed(shape: Shape) -> Geometry:
    return Geometry(_dense(shape[::-1])[::-1], 0, prod(shape))


def _strided(shape: Shape) -> Geometry:
    return Geometry(tuple(2 * stride for stride in _dense(shape)), 0, 2 * prod(shape))


def _expanded(shape: Shape) -> Geometry:
    return Geometry((0,) * len(shape), 0, 1)


def _offset(shape: Shape) -> Geometry:
    return Geometry(_dense(shape), 1, prod(shape) + 1)


LAYOUTS: dict[str, tuple[Callable[[Shape], Geometry], int]] = {  # and the dimensions that it takes
    CONTIGUOUS: (_contiguous, 0),
    "transposed": (_transposed, 2),  # the first dimension is the quickest
    "strided": (_strided, 1),  # every second element
    "expanded": (_expanded, 1),  # one element, repeated
    "offset": (_offset, 0),  # contiguous, and not aligned to a vector
}


def geometry(layout: str, shape: Shape) -> Geometry:
    """Where the elements of such a tensor lie."""
    make, dims = LAYOUTS[layout]
    if len(shape) < dims:
        raise Failure(
            f"--layout: {layout} needs {plural(dims, 'dimension')}, the shape is {list(shape)}",
            hint="--shape 64x64",
            code=MISUSED,
        )
    return make(shape)


def parse_layouts(text: str) -> list[str]:
    """`strided` for all tensors, or one each: `transposed,contiguous`."""
    names = [part.strip() for part in text.split(",")] if text.strip() else []
    for name in names:
        if name not in LAYOUTS:
            hint = did_you_mean(name, LAYOUTS) or f"layouts: {', '.join(LAYOUTS)}"
            raise Failure(f"--layout: unknown layout '{name}'", hint=hint, code=MISUSED)
    return names
