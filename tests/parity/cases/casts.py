"""Values from every dtype in every other: by `to`, by copy_, in the result of a sum, as Python numbers."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from cases import Case
from samples.dtypes import ALL, COMPLEX, FLOATING, INTEGRAL
from samples.library import Library

SMALL = (0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, 100.75, -100.75, 3.0, 17.0)


def cases(library: Library) -> Iterator[Case]:
    for source, target in product(ALL, ALL):
        values = _values(source, target)
        yield (
            f"to.dtype-{source}-{target}",
            lambda v=values, s=source, t=target: library.tensor(v, s).to(library.dtype(t)),
        )
        yield (
            f"copy_-{source}-{target}",
            lambda v=values, s=source, t=target: library.tensor(np.zeros(len(v)), t, "stepped").copy_(
                library.tensor(v, s)
            ),
        )
        yield (
            f"sum-{source}-{target}",
            lambda s=source, t=target: library.tensor(np.ones(5), s).sum(dtype=library.dtype(t)),
        )
    for dtype in ALL:
        values = _values(dtype, dtype)
        yield (
            f"item-{dtype}",
            lambda v=values, d=dtype: [library.tensor(v[i : i + 1], d).item() for i in range(len(v))],
        )
        yield f"tolist-{dtype}", lambda v=values, d=dtype: library.tensor(v, d).tolist()


def _values(source: str, target: str) -> np.ndarray:
    if source in INTEGRAL:
        bounds = np.iinfo(source)
        return np.array([0, 1, 2, 100, bounds.max, bounds.max - 1, bounds.min], source)
    if source == "bool":
        return np.array([False, True])
    # A negative or large float has no defined value in an unsigned dtype.
    real = np.array([each for each in SMALL if each >= 0 or not target.startswith("uint")])
    special = np.array([np.inf, -np.inf, np.nan, -0.0, 1e30, 1e-30, 65519.0, 65520.0])
    real = np.concatenate([real, special]) if target in (*FLOATING, *COMPLEX, "bool") else real
    return (
        np.array([complex(a, b) for a, b in zip(real, real[::-1], strict=True)])
        if source in COMPLEX
        else real
    )
