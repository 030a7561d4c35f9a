"""Subscripts, drawn from a seed: selected values, strides and offsets, exceptions for what does not fit."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from cases import Case
from samples.library import LAYOUTS, Library, applies

COUNT = 500


def cases(library: Library) -> Iterator[Case]:
    draw = random.Random(2026)
    for number in range(COUNT):
        shape = tuple(draw.choice((0, 1, 2, 3, 5)) for _ in range(draw.randint(0, 4)))
        layout = draw.choice([each for each in LAYOUTS if applies(each, shape)])
        index = tuple(_item(draw) for _ in range(draw.randint(0, len(shape) + 1)))
        index = index[0] if len(index) == 1 and draw.random() < 0.5 else index
        yield (
            f"index-{number}-{shape}-{layout}-{index}",
            lambda s=shape, how=layout, i=index: _tensor(library, s, how)[i],
        )
        yield f"assign-{number}-{shape}-{index}", lambda s=shape, i=index: _assigned(library, s, i)
        yield (
            f"assign-deeper-{number}-{shape}-{index}",
            lambda s=shape, i=index: _assigned(library, s, i, deeper=True),
        )


def _item(draw: random.Random) -> Any:
    kind = draw.random()
    if kind < 0.35:
        return draw.randint(-4, 4)
    if kind < 0.8:
        bound = lambda: draw.choice([None, draw.randint(-6, 6)])  # noqa: E731
        return slice(bound(), bound(), draw.choice([None, None, 1, 2, 3, 0, -1]))
    return None if kind < 0.93 else ...


def _tensor(library: Library, shape: tuple[int, ...], layout: str) -> Any:
    return library.tensor(np.arange(np.prod(shape, dtype=int)).reshape(shape), "float32", layout)


def _assigned(library: Library, shape: tuple[int, ...], index: Any, deeper: bool = False) -> Any:
    """With `deeper` the value has dims of size 1 in front."""
    tensor = _tensor(library, shape, "contiguous")
    tensor[index] = 99
    value = tensor[index] * 2
    tensor[index] = value[None, None] if deeper else value
    return tensor
