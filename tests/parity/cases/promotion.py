"""In which dtype all pairs of dtypes, tensors without dims and Python numbers meet."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from cases import Case
from samples.dtypes import ALL
from samples.library import Library

NUMBERS = {"bool": True, "int": 2, "float": 0.5, "complex": 1j}


def cases(library: Library) -> Iterator[Case]:
    module = library.module
    for a, b in product(ALL, ALL):
        yield (
            f"promote_types-{a}-{b}",
            lambda a=a, b=b: module.promote_types(library.dtype(a), library.dtype(b)),
        )
        yield f"can_cast-{a}-{b}", lambda a=a, b=b: module.can_cast(library.dtype(a), library.dtype(b))
    for op, (a, b) in product(("add", "mul", "where"), product(ALL, ALL)):
        for left, right in (((2,), (2,)), ((2,), ()), ((), (2,)), ((), ())):
            yield (
                f"{op}-{a}{left}-{b}{right}",
                lambda op=op, a=a, b=b, left=left, right=right: _apply(
                    library, op, _ones(library, left, a), _ones(library, right, b)
                ),
            )
    for op, dtype, kind, shape in product(("add", "mul", "where"), ALL, NUMBERS, ((2,), ())):
        number = NUMBERS[kind]
        for reverse in (False, True):
            yield (
                f"{op}-{dtype}{shape}-{'reversed-' * reverse}{kind}",
                lambda op=op, d=dtype, n=number, s=shape, r=reverse: _apply(
                    library, op, *([n, _ones(library, s, d)] if r else [_ones(library, s, d), n])
                ),
            )


def _apply(library: Library, op: str, a: Any, b: Any) -> Any:
    module = library.module
    if op == "where":
        return module.where(library.tensor(np.array(True), "bool"), a, b).dtype
    return (a + b if op == "add" else a * b).dtype


def _ones(library: Library, shape: tuple[int, ...], dtype: str) -> Any:
    return library.tensor(np.ones(shape), dtype)
